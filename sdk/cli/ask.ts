import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { type Io, UsageError } from "./command.ts";

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/**
 * Asks on a terminal, or takes line by line what another program sends.
 *
 * @param output for the questions, so that results stay apart
 * @param interrupt is called for Ctrl-C, which a terminal under this reader gives to it
 */
export function createAsker(
	input: Input,
	output: NodeJS.WritableStream,
	interrupt: () => void,
): { ask: Io["ask"]; close(): void } {
	let reader: Interface | undefined;
	let lines: AsyncIterator<string> | undefined;
	let isHidden = false;
	const open = () => {
		const shown = new Writable({
			write(chunk, _, done) {
				if (!isHidden) output.write(chunk);
				done();
			},
		});
		// With a history, the arrow keys would show a secret in the next question.
		reader = createInterface({ input, output: shown, terminal: input.isTTY === true, historySize: 0 });
		reader.on("SIGINT", () => {
			reader?.close();
			interrupt();
		});
		return reader[Symbol.asyncIterator]();
	};
	const ask: Io["ask"] = async (question, options = { isHidden: false }) => {
		lines ??= open();
		output.write(question);
		isHidden = options.isHidden;
		const { value, done } = await lines.next();
		if (isHidden) output.write("\n");
		isHidden = false;
		if (done === true || value.trim() === "")
			throw new UsageError(`Nothing was entered for: ${question.trim().replace(/:$/, "")}.`);
		return value.trim();
	};
	// An open reader would keep the process alive.
	return { ask, close: () => reader?.close() };
}
