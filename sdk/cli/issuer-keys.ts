/** The public keys with which a service signs evidence. */
import { ReplevinError } from "../src/index.ts";
import type { Io } from "./command.ts";
import { fetchText } from "./fetch-text.ts";

export const REQUEST_LIMIT_MS = 30_000;

/** @throws ReplevinError without a key set */
export async function fetchKeys(issuer: string, io: Pick<Io, "fetch" | "signal">): Promise<unknown> {
	const url = new URL("/.well-known/evidence-jwks.json", issuer).href;
	try {
		const { status, text } = await fetchText(url, { redirect: "error", limitMs: REQUEST_LIMIT_MS }, io);
		if (status !== 200) throw new Error(`the status is ${status}`);
		const given = parsed(text);
		if (!isKeySet(given)) throw new Error("the response is no JSON Web Key Set");
		return given;
	} catch (error) {
		io.signal.throwIfAborted();
		throw new ReplevinError(`${url} gave no keys: ${error instanceof Error ? error.message : error}`);
	}
}

export const isKeySet = (value: unknown): boolean =>
	Array.isArray((value as { keys?: unknown } | null)?.keys);

/** @returns undefined for a text that is no JSON */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
