/** Reads the options and operands of a command. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Command, type Given, UsageError } from "./command.ts";

const COMMON = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

/** @returns undefined for a request for help @throws UsageError in words of this command, not of the parser */
export function parse({ name, operands, options }: Command, args: string[]): Given | undefined {
	const own = Object.entries(options).map(([option, { value }]) => {
		const type = value === undefined ? ("boolean" as const) : ("string" as const);
		return [option, { type }] as const;
	});
	const known: ParseArgsOptionsConfig = { ...Object.fromEntries(own), ...COMMON };
	const settings = { args, allowPositionals: true, strict: false, tokens: true, options: known } as const;
	const { values, positionals, tokens } = parseArgs(settings);
	const { json = false, help, ...given } = values as Given["options"];
	if (help === true) return undefined;
	for (const token of tokens) if (token.kind === "option") checkOption(token, known, name);
	if (positionals.length !== operands.length) {
		const wanted = operands.length === 0 ? "nothing else" : operands.map(({ name }) => name).join(" ");
		throw new UsageError(`${name} takes ${wanted}, but got: ${positionals.join(" ") || "nothing"}`);
	}
	for (const [at, word] of positionals.entries())
		if (operands[at]?.name.endsWith("_ID") && /^\.{0,2}$/.test(word))
			throw new UsageError(`${operands[at].name} must be an id, but it is "${word}"`);
	return { words: positionals, options: given, json: json === true };
}

type OptionToken = {
	name: string;
	rawName: string;
	value: string | undefined;
	/** Whether the value was written as `--name=value`. */
	inlineValue: boolean | undefined;
};

function checkOption(
	{ name, rawName, value, inlineValue }: OptionToken,
	known: ParseArgsOptionsConfig,
	command: string,
): void {
	const option = Object.hasOwn(known, name) ? known[name] : undefined;
	if (option === undefined) {
		const near = nearest(name, Object.keys(known));
		throw new UsageError(
			`${command} has no option ${rawName}.${near === undefined ? "" : ` Did you mean --${near}?`}`,
		);
	}
	if (option.type === "boolean" && value !== undefined)
		throw new UsageError(`${rawName} takes no value: ${value}`);
	// Otherwise a forgotten value would swallow the next option.
	if (option.type === "string" && (value === undefined || (!inlineValue && /^-./.test(value))))
		throw new UsageError(`${rawName} needs a value. If it begins with a dash, write ${rawName}=VALUE.`);
}

/** The name that was probably meant: it begins with the given one, or differs in a third of the letters at most. */
export function nearest(given: string, names: readonly string[]): string | undefined {
	const [best] = names
		.map((name) => ({ name, distance: name.startsWith(given) ? 0 : distance(given, name) }))
		.filter(({ name, distance }) => distance <= name.length / 3)
		.sort((a, b) => a.distance - b.distance);
	return best?.name;
}

/** The number of letters to add, drop or replace (Levenshtein). */
function distance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, at) => at);
	for (const [i, letter] of [...from].entries()) {
		const next = [i + 1];
		for (const [j, other] of [...to].entries())
			next.push(
				Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + Number(letter !== other)),
			);
		row = next;
	}
	return row.at(-1) ?? 0;
}
