/** Hints of API keys at the edge. KV may be late, wrong or down, and no answer depends on it. */

import type { KeyHints } from "../ports.ts";
import { hintNameOf, parseKeyHint, serializeKeyHint } from "./key-hint.ts";

/**
 * How long a location may keep a value, or a miss. Long is safe for a value, since the account object
 * decides; a key whose first look-up missed costs a D1 read for so long.
 */
const CACHE_TTL_SECONDS = 300;

/** KV refuses an expiry that is nearer than this. */
const MIN_EXPIRY_MS = 60_000;

export function createKeyHints(namespace: KVNamespace): KeyHints {
	return {
		async find(lookup) {
			try {
				const text = await namespace.get(hintNameOf(lookup), { type: "text", cacheTtl: CACHE_TTL_SECONDS });
				return text === null ? undefined : parseKeyHint(text);
			} catch (cause) {
				warn("key-hint-read", cause);
				return undefined;
			}
		},
		async put(lookup, hint, expiresAt) {
			// A hint that is about to end, or has, is not worth having.
			if (expiresAt !== null && expiresAt - Date.now() < MIN_EXPIRY_MS) return;
			const options = expiresAt === null ? {} : { expiration: Math.ceil(expiresAt / 1000) };
			try {
				await namespace.put(hintNameOf(lookup), serializeKeyHint(hint), options);
			} catch (cause) {
				warn("key-hint-write", cause);
			}
		},
	};
}

function warn(event: string, cause: unknown): void {
	console.warn(JSON.stringify({ level: "warn", event, cause: String(cause) }));
}
