/** The parts of a command. */
import type { Fetch } from "../src/index.ts";

/** The colour of a line, on a terminal only. */
export type Tone = "good" | "bad";

/** The parts of its process that a command may use. Tests pass their own. */
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
	/** The words after the command's name. */
	words: string[];
	options: Record<string, string | boolean | undefined>;
	json: boolean;
};

/** The words that a shell completes, or file names. */
export type Offers = readonly string[] | "files";

/** `name` is shown in the help, such as `BUNDLE`. */
type Operand = { name: string; offers?: Offers };

/** `value` is the name of its value in the help, such as `STATUS`. An option without one is a flag. */
type Option = { value?: string; offers?: Offers; help: string };

export type Command = {
	/** One or two words, such as `cases list`. */
	name: string;
	summary: string;
	/** The words that the command takes after its name. */
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
