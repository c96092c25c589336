/** What a command of `replevin` is made of. */
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

/** What a shell completes: one of these words, or the name of a file. */
export type Offers = readonly string[] | "files";

/** With its name in the help, such as `BUNDLE`. */
type Operand = { name: string; offers?: Offers };

/** With the name of its value in the help, such as `STATUS`; without one, it is a flag. */
type Option = { value?: string; offers?: Offers; help: string };

export type Command = {
	/** One or two words, such as `cases list`. */
	name: string;
	summary: string;
	/** Behind the name of the command, each one word. */
	operands: readonly Operand[];
	/** By their names, without the dashes. */
	options: Readonly<Record<string, Option>>;
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
