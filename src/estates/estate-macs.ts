/**
 * What is stored in place of codes, nonces and the addresses of erased owners. Guarantees: what is stored under an
 * older pepper is found as long as that pepper is configured, so `all` is what to look for and `current` to write.
 */
import type { Hex } from "../kernel/hex.ts";
import type { Peppers } from "../kernel/pepper.ts";
import { privacyCodeMac } from "./core/privacy-code.ts";
import { canonicalNonce } from "./core/profile.ts";
import { erasedOwnerMac, usedNonceMac } from "./core/tombstone.ts";
import type { EstateKey } from "./ports.ts";

/** `current` is the first of `all`. */
export type Macs = { current: string; all: readonly string[] };

export type EstateMacs = {
	/** By what a tombstone is found. */
	ofOwner(key: EstateKey): Macs;
	ofNonce(key: EstateKey, nonce: Hex): Macs;
	/** @param code canonical */
	ofCode(code: string): Macs;
};

export function createEstateMacs(peppers: Peppers): EstateMacs {
	function underEach(purpose: "privacy-code" | "estate-tombstone", macOf: (key: Uint8Array) => string): Macs {
		const all = peppers.versions.flatMap((version) => {
			const key = peppers.keyFor(purpose, version);
			return key ? [macOf(key)] : [];
		});
		const [current] = all;
		if (current === undefined) throw new Error("the current pepper is not configured");
		return { current, all };
	}

	return {
		ofOwner: (estate) => underEach("estate-tombstone", (key) => erasedOwnerMac(key, nameOf(estate))),
		ofNonce: (estate, nonce) =>
			underEach("estate-tombstone", (key) => usedNonceMac(key, nameOf(estate), canonicalNonce(nonce))),
		ofCode: (code) => underEach("privacy-code", (key) => privacyCodeMac(key, code)),
	};
}

/** The same address on another chain may be another owner (ADR 15). */
function nameOf({ ownerAddress, chainId }: EstateKey): string {
	return `${chainId}:${ownerAddress}`;
}
