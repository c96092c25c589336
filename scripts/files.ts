import { randomUUID } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

const UNFINISHED = ".unfinished";

/** Whether another process is still writing the file. */
export const isUnfinished = (name: string): boolean => name.endsWith(UNFINISHED);

/** The files of a folder and its folders, sorted by name, without `node_modules`; or the file itself. */
export function* filesBelow(path: string): Generator<string> {
	if (!existsSync(path)) return;
	if (!statSync(path).isDirectory()) {
		yield path;
		return;
	}
	for (const name of readdirSync(path).sort()) {
		if (name !== "node_modules" && !isUnfinished(name)) yield* filesBelow(join(path, name));
	}
}

/** @throws Error for a file that is there and cannot be read */
export function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

/** Writes a file at once, so that neither another process nor a crash leaves a reader with half of it. */
export function writeWhole(file: string, content: string | Uint8Array, mode = 0o666): void {
	const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
	mkdirSync(dirname(file), { recursive: true });
	try {
		writeFileSync(unfinished, content, { mode, flag: "wx" });
		renameSync(unfinished, file);
	} finally {
		rmSync(unfinished, { force: true });
	}
}
