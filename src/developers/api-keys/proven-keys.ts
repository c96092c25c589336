/**
 * Caches keys proven by their D1 row. Never decides whether a key is valid. It stays, because a look-up in D1 is limited
 * per network before it is made: a busy caller with a valid key would be rejected for as long as KV misses the key.
 */
import type { KeyHint } from "./key-hint.ts";

const LIFETIME_MS = 60_000;
const MAX_ENTRIES = 1_000;

export type ProvenKeys = ReturnType<typeof createProvenKeys>;

export function createProvenKeys() {
	const byLookup = new Map<string, { key: KeyHint; until: number }>();
	return {
		/** @param now unix milliseconds */
		find(lookups: readonly string[], now: number): KeyHint | undefined {
			const entry = lookups.map((lookup) => byLookup.get(lookup)).find((found) => found !== undefined);
			return entry && entry.until > now ? entry.key : undefined;
		},
		remember(lookup: string, { keyId, developerId, secretMac, pepperVersion }: KeyHint, now: number): void {
			byLookup.delete(lookup);
			const [oldest] = byLookup.size >= MAX_ENTRIES ? byLookup.keys() : [];
			if (oldest !== undefined) byLookup.delete(oldest);
			byLookup.set(lookup, {
				key: { keyId, developerId, secretMac, pepperVersion },
				until: now + LIFETIME_MS,
			});
		},
	};
}
