/** Tells in a terminal what happens: chapters, steps with their time, and what comes in between. */
import { styleText } from "node:util";

/** Two spaces, the mark and a space. */
const MARK_WIDTH = 4;

export type Output = {
	write(text: string): void;
	/** How wide a terminal is, on which a line can be written over; undefined for a file. */
	columns: number | undefined;
	/** Whether colours are wanted. */
	hasColours: boolean;
};

type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** A step as it is told: what has happened, and details that stand below it. */
export type Told = string | { text: string; details?: readonly string[] };

export type Narrator = ReturnType<typeof createNarrator>;

/** Colours only where they are wanted. */
export function painterFor({ hasColours }: Pick<Output, "hasColours">): Paint {
	return (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text);
}

/**
 * @param pause resolves when a reader has had time to read
 * @param now milliseconds of a clock
 */
export function createNarrator(output: Output, pause: () => Promise<unknown>, now = () => performance.now()) {
	const paint = painterFor(output);
	let isStepOpen = false;
	/** What came in between, which is told after the step. */
	const asides: string[] = [];

	const line = (text = "") => output.write(`${text}\n`);
	const begin = (doing: string) => {
		isStepOpen = true;
		if (output.columns === undefined) return;
		// A line that wraps could not be written over.
		output.write(`  ${paint("dim", "…")} ${doing.slice(0, output.columns - MARK_WIDTH - 1)}`);
	};
	const end = (...lines: string[]) => {
		isStepOpen = false;
		// The line that shows the step under way is written over.
		if (output.columns !== undefined) output.write("\r\u001b[2K");
		for (const text of [...lines, ...asides.splice(0)]) line(text);
	};

	return {
		line,
		chapter(number: number, title: string): void {
			line(`\n${paint("bold", `${number}. ${title}`)}`);
		},
		/** Something that happens by itself, such as a webhook. During a step it is told at the step's end. */
		aside(text: string, ...details: string[]): void {
			const told = [`    ${paint("cyan", `↳ ${text}`)}`, ...details.map((detail) => `      ${detail}`)];
			if (isStepOpen) asides.push(...told);
			else told.forEach(line);
		},
		/**
		 * Runs a step. On a terminal, its line shows at once that it is under way.
		 *
		 * @param doing what happens meanwhile
		 * @param tell words its result; `doing` unless given
		 */
		async step<T>(
			doing: string,
			work: () => Promise<T>,
			tell: (result: T) => Told = () => doing,
		): Promise<T> {
			const start = now();
			begin(doing);
			try {
				const result = await work();
				const told = tell(result);
				const { text, details = [] } = typeof told === "string" ? { text: told } : told;
				const seconds = paint("dim", `(${((now() - start) / 1000).toFixed(1)} s)`);
				end(
					`  ${paint("green", "✓")} ${text} ${seconds}`,
					...details.map((detail) => `    ${paint("dim", detail)}`),
				);
				await pause();
				return result;
			} catch (error) {
				end(`  ${paint("red", "✗")} ${doing}`);
				throw error;
			}
		},
	};
}
