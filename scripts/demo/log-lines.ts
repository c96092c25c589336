import { createWriteStream } from "node:fs";

/** Keeps what a program prints. */
export function logLines(file: string): (line: string) => void {
	const log = createWriteStream(file, { mode: 0o600 });
	return (line) => void log.write(`${line}\n`);
}
