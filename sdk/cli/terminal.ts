import type { Tone } from "./command.ts";

const COLOURS: Record<Tone, string> = { good: "32", bad: "31" };

/** What others wrote, such as the answer of an endpoint, must not steer the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that steer a terminal
const harmless = (line: string) => line.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "\ufffd");

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
