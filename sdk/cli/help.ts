/** What help prints: all commands, those of a group, or the options of one. */
import type { Command } from "./command.ts";
import { ENVIRONMENT } from "./credentials.ts";

/**
 * @param words behind `help`: none, a group such as `cases`, or a command
 * @returns undefined if there is no such group or command
 */
export function linesFor(words: readonly string[], commands: readonly Command[]): string[] | undefined {
	const name = words.join(" ");
	if (name === "") return overview(commands);
	const command = commands.find((command) => command.name === name);
	if (command) return helpOf(command);
	const group = commands.filter((command) => command.name.startsWith(`${name} `));
	if (group.length === 0) return undefined;
	return [
		`Usage: replevin ${name} COMMAND [OPTIONS]`,
		"",
		...group.map(lineOf),
		"",
		`replevin ${name} COMMAND --help shows the options of a command, with examples.`,
	];
}

const lineOf = ({ name, operands, summary }: Command): string =>
	`  ${usageOf({ name, operands }).padEnd(26)} ${summary}`;

const usageOf = ({ name, operands }: Pick<Command, "name" | "operands">): string =>
	[name, ...operands.map(({ name }) => name)].join(" ");

function overview(commands: readonly Command[]): string[] {
	return [
		"Usage: replevin COMMAND [OPTIONS]",
		"",
		...commands.map(lineOf),
		"",
		"Every command takes --help and --json. replevin --version prints the version.",
		"",
		"Environment, in place of login:",
		...Object.entries(ENVIRONMENT).map(([name, meaning]) => `  ${name.padEnd(22)} ${meaning}`),
		"",
		"Exit codes: 0 done; 1 the bundle is not proven genuine, or the sample was not taken; 2 the command line, the",
		"environment or a file is wrong, or you did not confirm; 3 the service did not respond or rejected the request;",
		"130 Ctrl-C.",
	];
}

export function helpOf({ name, operands, summary, options, examples }: Command): string[] {
	const all: Command["options"] = { ...options, json: { help: "print JSON, one value in a line" } };
	return [
		`Usage: replevin ${usageOf({ name, operands })} [OPTIONS]`,
		"",
		`${summary}.`,
		"",
		...Object.entries(all).map(
			([option, { value, help }]) =>
				`  ${`--${[option, value].filter(Boolean).join(" ")}`.padEnd(22)} ${help}`,
		),
		"",
		"Examples:",
		...examples.map((example) => `  ${example}`),
	];
}
