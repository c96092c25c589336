import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { UsageError } from "./command.ts";

/** Whether an operand names a file or folder, and no case. */
export const isFilePath = (operand: string): boolean => existsSync(operand) || /[\\/.]/.test(operand);

/** @throws UsageError that names the file */
export async function readText(path: string): Promise<string> {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
	} catch (error) {
		throw new UsageError(`${path} could not be read: ${error instanceof Error ? error.message : error}`);
	}
}

/** @throws UsageError that names the file */
export async function readJson(path: string): Promise<unknown> {
	const text = await readText(path);
	try {
		return JSON.parse(text);
	} catch {
		// The parser's message repeats a part of the file, which may be a key that was passed by mistake.
		throw new UsageError(`${path} is not JSON.`);
	}
}
