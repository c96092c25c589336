/** What a command of `replevin` is made of. */
import type { ParseArgsOptionsConfig } from "node:util";
import type { Fetch } from "../src/index.ts";

/** The colour of a line, on a terminal only. */
export type Tone = "good" | "bad";

/** What a command may touch of its process, so that tests can hand in their own. */
export type Io = {
	env: Readonly<Record<string, string | undefined>>;
	/** Results: a line, or JSON with `--json`. */
	print(line: string, tone?: Tone): void;
	/** A result as it is, with nothing added. */
	write(text: string): void;
	/** Asks for a line. Hidden text is not shown while it is typed. */
	ask(question: string, options?: { isHidden: boolean }): Promise<string>;
	/** The standard input, whole. */
	readInput(): Promise<string>;
	/** Progress and problems. */
	note(line: string, tone?: Tone): void;
	/** Aborted by Ctrl-C. */
	signal: AbortSignal;
	fetch: Fetch;
};

export type Given = {
	/** Behind the name of the command. */
	words: string[];
	options: Record<string, string | boolean | undefined>;
	json: boolean;
};

export type Command = {
	/** One or two words, such as `cases list`. */
	name: string;
	summary: string;
	/** The words behind the name, such as `BUNDLE`; one each. */
	operands: string[];
	options: ParseArgsOptionsConfig;
	/** A line for each option. */
	optionHelp: Record<string, string>;
	/** The values of the operand, if they are known, for completion. */
	operandValues?: readonly string[];
	examples: string[];
	/** Resolves to the exit code. */
	run(given: Given, io: Io): Promise<number>;
};

/** The exit codes, which scripts rely on. */
export const EXIT = {
	ok: 0,
	/** The command did its work, and the result is negative: a bundle is not proven genuine, an endpoint took no sample. */
	negative: 1,
	/** The command line, the environment or a file is wrong. */
	usage: 2,
	/** The service did not respond, or rejected the request. */
	service: 3,
	/** Ctrl-C. */
	interrupted: 130,
} as const;

/** Says what the caller has to change. */
export class UsageError extends Error {
	override name = "UsageError";
}
