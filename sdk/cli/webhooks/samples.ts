/** Samples on their way from `webhooks trigger` to a listener: files in a folder beside its cursor. */
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { WebhookEvent } from "../../src/index.ts";
import { writeWhole } from "../write-whole.ts";

const SAMPLE = /^evt_[0-9a-f]{32}\.json$/;
/** A listener looks every two seconds, and may wait for an endpoint. */
export const TAKEN_WITHIN_MS = 20_000;
const LOOK_MS = 50;

const folderOf = (cursor: string) => `${cursor}.samples`;

/** Resolves to whether a listener has taken the sample. One that nobody takes is removed. */
export async function handToListener(
	cursor: string,
	event: WebhookEvent,
	signal: AbortSignal,
): Promise<boolean> {
	await mkdir(folderOf(cursor), { recursive: true, mode: 0o700 });
	const file = join(folderOf(cursor), `${event.id}.json`);
	await writeWhole(file, JSON.stringify(event));
	try {
		for (const end = Date.now() + TAKEN_WITHIN_MS; Date.now() < end; ) {
			if (!(await stat(file).catch(() => undefined))) return true;
			await pause(LOOK_MS, undefined, { signal });
		}
		return false;
	} finally {
		await rm(file, { force: true });
	}
}

/** A file of another program ends no listener. */
function eventIn(text: string): WebhookEvent | undefined {
	try {
		const event = JSON.parse(text);
		return typeof event?.id === "string" ? event : undefined;
	} catch {
		return undefined;
	}
}

/** Takes each sample once. A sample that an ended command left behind is removed. */
export async function takeSamples(
	cursor: string,
	take: (event: WebhookEvent) => Promise<unknown>,
): Promise<void> {
	const names = await readdir(folderOf(cursor)).catch(() => []);
	for (const name of names.filter((name) => SAMPLE.test(name))) {
		const file = join(folderOf(cursor), name);
		const found = await stat(file).catch(() => undefined);
		const text = await readFile(file, "utf8").catch(() => undefined);
		if (found === undefined || text === undefined) continue;
		await rm(file, { force: true });
		const event = eventIn(text);
		if (event !== undefined && Date.now() - found.mtimeMs < TAKEN_WITHIN_MS) await take(event);
	}
}
