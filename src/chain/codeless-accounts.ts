/** Remembers accounts without code, so that bad signatures for the account of a key cost few requests to its node. */

/** A wallet may be deployed meanwhile. `verify-wallet-signature.ts` tells callers of this time. */
const KNOWN_MS = 2 * 60_000;
const MAX_KNOWN = 10_000;

/** Of one chain. Addresses are in any letter case. */
export type CodelessAccounts = { has(address: string): boolean; add(address: string): void };

export function createCodelessAccounts(now: () => number = Date.now): CodelessAccounts {
	const knownUntil = new Map<string, number>();
	return {
		has: (address) => (knownUntil.get(address.toLowerCase()) ?? 0) > now(),
		add(address) {
			if (knownUntil.size >= MAX_KNOWN) knownUntil.clear();
			knownUntil.set(address.toLowerCase(), now() + KNOWN_MS);
		},
	};
}
