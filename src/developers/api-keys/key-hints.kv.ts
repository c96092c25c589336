/** KV may be stale, wrong or unavailable; no response depends on it. */
import { log } from "../../kernel/log.ts";
import { hintEntryOf, hintNameOf, type KeyHint, parseKeyHint } from "./key-hint.ts";

/** A location caches a value or a miss this long; after a cached miss the key costs D1 reads. */
const CACHE_TTL_SECONDS = 300;

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
		/** Never throws. */
		async put(key: KeyHint & { lookup: string; expiresAt: number | null }): Promise<void> {
			const entry = hintEntryOf(key, Date.now());
			if (!entry) return;
			try {
				await namespace.put(...entry);
			} catch (cause) {
				log.warn("key-hint-write", { cause });
			}
		},
	};
}
