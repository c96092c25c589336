/** Parses a command line, runs its command, and words what went wrong. */
import { parseArgs } from "node:util";
import { ReplevinError } from "../src/index.ts";
import { type Command, EXIT, type Io, UsageError } from "./command.ts";
import { caseEvidence, getCase, listCases, watchCase } from "./commands/cases.ts";
import { completionOf } from "./commands/completion.ts";
import { listEvents } from "./commands/events.ts";
import { fileCase, orderCase, withdrawCase } from "./commands/file.ts";
import { hash } from "./commands/hash.ts";
import { createKey, listKeys, revokeKey } from "./commands/keys.ts";
import { createLink } from "./commands/links.ts";
import { listen } from "./commands/listen.ts";
import { login, logout } from "./commands/login.ts";
import { rotateKey } from "./commands/rotate.ts";
import { sign } from "./commands/sign.ts";
import { trigger } from "./commands/trigger.ts";
import { verify } from "./commands/verify.ts";
import { whoami } from "./commands/whoami.ts";
import { ENVIRONMENT } from "./credentials.ts";

const TABLE: readonly Command[] = [
	...[login, logout, whoami, listKeys, createKey, rotateKey, revokeKey],
	...[listCases, getCase, watchCase, fileCase, orderCase, withdrawCase, caseEvidence],
	...[createLink, listEvents, listen, trigger, sign, hash, verify],
];
export const COMMANDS: readonly Command[] = [...TABLE, completionOf(TABLE)];

/** Resolves to the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
	const [first, second] = args;
	const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
	try {
		if (!command) return helpOrUnknown(args, io);
		const given = parse(command, args.slice(command.name.split(" ").length));
		if (given === undefined) {
			for (const line of helpOf(command)) io.print(line);
			return EXIT.ok;
		}
		return await command.run(given, io);
	} catch (error) {
		if (io.signal.aborted) return EXIT.interrupted;
		// The client throws a TypeError for an id that cannot be one.
		if (error instanceof UsageError || error instanceof TypeError) {
			io.note(error.message, "bad");
			if (command) io.note(`replevin ${command.name} --help shows how to use it.`);
			return EXIT.usage;
		}
		// A file that cannot be written.
		if (error instanceof Error && "syscall" in error) {
			io.note(error.message, "bad");
			return EXIT.usage;
		}
		if (!(error instanceof ReplevinError)) throw error;
		io.note(error.message, "bad");
		return EXIT.service;
	}
}

/** @returns undefined for a request for help */
function parse({ name, operands, options }: Command, args: string[]) {
	let parsed: ReturnType<typeof parseArgs>;
	try {
		const common = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
		parsed = parseArgs({ args, allowPositionals: true, options: { ...options, ...common } });
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
	const { json = false, help, ...given } = parsed.values as Record<string, string | boolean | undefined>;
	if (help === true) return undefined;
	if (parsed.positionals.length !== operands.length) {
		const wanted = operands.length === 0 ? "nothing else" : operands.join(" ");
		throw new UsageError(`${name} takes ${wanted}, but got: ${parsed.positionals.join(" ") || "nothing"}`);
	}
	return { words: parsed.positionals, options: given, json: json === true };
}

function helpOrUnknown([first, second]: readonly string[], io: Io): number {
	if (first === undefined || first === "--help" || first === "-h" || first === "help") {
		for (const line of overview()) io.print(line);
		return EXIT.ok;
	}
	const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
	io.note(`There is no command ${[first, group.length > 0 ? second : undefined].filter(Boolean).join(" ")}.`);
	io.note(group.length > 0 ? `There are: ${group.join(", ")}.` : "replevin --help lists the commands.");
	return EXIT.usage;
}

function overview(): string[] {
	return [
		"Usage: replevin COMMAND [OPTIONS]",
		"",
		...COMMANDS.map(
			({ name, operands, summary }) => `  ${[name, ...operands].join(" ").padEnd(26)} ${summary}`,
		),
		"",
		"Every command takes --help and --json.",
		"",
		"Environment, in place of login:",
		...Object.entries(ENVIRONMENT).map(([name, meaning]) => `  ${name.padEnd(22)} ${meaning}`),
		"",
		"Exit codes: 0 done; 1 the bundle is not genuine, or the sample was not taken; 2 the command line, the",
		"environment or a file is wrong; 3 the service did not respond or rejected the request; 130 Ctrl-C.",
	];
}

function helpOf({ name, operands, summary, optionHelp, examples }: Command): string[] {
	const options = { ...optionHelp, "--json": "print JSON, one value in a line" };
	return [
		`Usage: replevin ${[name, ...operands].join(" ")} [OPTIONS]`,
		"",
		`${summary}.`,
		"",
		...Object.entries(options).map(([option, meaning]) => `  ${option.padEnd(22)} ${meaning}`),
		"",
		"Examples:",
		...examples.map((example) => `  ${example}`),
	];
}
