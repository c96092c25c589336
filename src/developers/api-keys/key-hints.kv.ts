/** KV may be stale, wrong or unavailable; no response depends on it. */
import { log } from "../../kernel/log.ts";
import { hintNameOf, type KeyHint, parseKeyHint, serializeKeyHint } from "./key-hint.ts";

/** A location caches a value or a miss this long; after a cached miss the key costs D1 reads. */
const CACHE_TTL_SECONDS = 300;

/** KV rejects an earlier expiry. */
const MIN_EXPIRY_MS = 60_000;

export type KeyHints = ReturnType<typeof createKeyHints>;

export function createKeyHints(namespace: KVNamespace) {
	return {
		/** Undefined on a miss, for invalid text and if KV fails. */
		async find(lookup: string): Promise<KeyHint | undefined> {
			try {
				const text = await namespace.get(hintNameOf(lookup), { type: "text", cacheTtl: CACHE_TTL_SECONDS });
				return text === null ? undefined : parseKeyHint(text);
			} catch (cause) {
				log.warn("key-hint-read", { cause });
				return undefined;
			}
		},
		/** Never throws. @param expiresAt unix milliseconds */
		async put(lookup: string, hint: KeyHint, expiresAt: number | null): Promise<void> {
			if (expiresAt !== null && expiresAt - Date.now() < MIN_EXPIRY_MS) return;
			const options = expiresAt === null ? {} : { expiration: Math.ceil(expiresAt / 1000) };
			try {
				await namespace.put(hintNameOf(lookup), serializeKeyHint(hint), options);
			} catch (cause) {
				log.warn("key-hint-write", { cause });
			}
		},
	};
}
