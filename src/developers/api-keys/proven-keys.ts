/**
 * Keys whose pair this isolate has just seen proven by D1's row, so that a good key which KV does not know yet is
 * looked for once, and not counted as an unknown one at each call. As a hint it decides nothing: the secret is
 * compared again, and the account object says whether the key is in force.
 */
import type { KeyHint } from "./key-hint.ts";

const LIFETIME_MS = 60_000;
const MAX_REMEMBERED = 1_000;

export type ProvenKeys = ReturnType<typeof createProvenKeys>;

export function createProvenKeys() {
	/** In the order in which they are forgotten. */
	const byLookup = new Map<string, { key: KeyHint; until: number }>();
	return {
		/** @param now unix milliseconds */
		find(lookups: readonly string[], now: number): KeyHint | undefined {
			const known = lookups.map((lookup) => byLookup.get(lookup)).find((entry) => entry !== undefined);
			return known && known.until > now ? known.key : undefined;
		},
		remember(lookup: string, { keyId, developerId, secretMac, pepperVersion }: KeyHint, now: number): void {
			byLookup.delete(lookup);
			const [oldest] = byLookup.size >= MAX_REMEMBERED ? byLookup.keys() : [];
			if (oldest !== undefined) byLookup.delete(oldest);
			byLookup.set(lookup, {
				key: { keyId, developerId, secretMac, pepperVersion },
				until: now + LIFETIME_MS,
			});
		},
	};
}
