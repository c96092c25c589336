/** The place in the feed of events, in a file that outlives a listener. */
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "../command.ts";
import { originOf } from "../credentials.ts";
import { writeWhole } from "../write-whole.ts";

export const DEFAULT_CURSOR = ".replevin-listen.json";

type Cursor = { service: string; after: number };

/** @returns undefined if there is no file yet @throws UsageError for a file that is no cursor of this service */
export async function readCursor(file: string, service: string): Promise<number | undefined> {
	const text = await readFile(file, "utf8").catch(() => undefined);
	if (text === undefined) return undefined;
	const cursor = parseCursor(text);
	if (cursor === null) throw new UsageError(`${file} is no cursor of this command. Choose another --cursor.`);
	if (originOf(cursor.service) === originOf(service)) return cursor.after;
	throw new UsageError(`${file} is a place in the feed of ${cursor.service}. Choose another --cursor.`);
}

function parseCursor(text: string): Cursor | null {
	try {
		const { service, after } = JSON.parse(text) as Cursor;
		return typeof service === "string" && Number.isSafeInteger(after) && after >= 0
			? { service, after }
			: null;
	} catch {
		return null;
	}
}

export async function writeCursor(file: string, cursor: Cursor): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeWhole(file, `${JSON.stringify(cursor)}\n`);
}
