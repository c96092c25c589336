import type { Tone } from "./command.ts";

const COLOURS: Record<Tone, string> = { good: "32", bad: "31" };

/**
 * Others wrote a part of what is shown, such as the response of an endpoint. It must not steer the terminal, begin a line
 * that looks like one of the command, or change the order of the characters.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that steer a terminal
const STEERING = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const harmless = (line: string) => line.replace(STEERING, "\ufffd");

/** A text of several lines for a stream. In a file or a pipe every byte stays. */
export function textFor({ isTTY }: { isTTY?: boolean }, text: string): string {
	return isTTY === true ? text.split("\n").map(harmless).join("\n") : text;
}

/** A line for a stream, coloured if a terminal shows it and the user has not switched colours off. */
export function lineFor(
	{ isTTY }: { isTTY?: boolean },
	{ NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
	line: string,
	tone?: Tone,
): string {
	if (tone === undefined || isTTY !== true || NO_COLOR || TERM === "dumb") return `${harmless(line)}\n`;
	return `\x1b[${COLOURS[tone]}m${harmless(line)}\x1b[39m\n`;
}
