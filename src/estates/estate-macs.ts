/**
 * What is stored in place of codes, nonces and the addresses of erased owners. Guarantees: what is stored under an
 * older pepper is found as long as that pepper is configured, so `all` is what to look for and `current` to write.
 */
import type { Hex } from "../kernel/hex.ts";
import type { Peppers } from "../kernel/pepper.ts";
import { privacyCodeMac } from "./core/privacy-code.ts";
import { canonicalNonce } from "./core/profile.ts";
import { erasedOwnerMac, spentAgreementMac, usedNonceMac } from "./core/tombstone.ts";
import { type EstateKey, KEY_CHAIN } from "./ports.ts";

/** `current` is the first of `all`. */
export type Macs = { current: string; all: readonly string[] };

export type EstateMacs = {
	/** By what a tombstone is found. */
	ofOwner(key: EstateKey): Macs;
	/**
	 * `all`: also as the other proof would have it that the same message could have, the key's or the contract's of
	 * the chain that is signed. An EIP-7702 delegate may take what the key has signed (ADR 15).
	 * @param signedChainId of the domain
	 */
	ofNonce(key: EstateKey, nonce: Hex, signedChainId: number): Macs;
	/** Of terms that there were before an erasure. */
	ofAgreement(key: EstateKey, version: string): Macs;
	/** @param code canonical */
	ofCode(code: string): Macs;
};

export function createEstateMacs(peppers: Peppers): EstateMacs {
	function underEach(
		purpose: "privacy-code" | "estate-tombstone",
		...macsOf: [(key: Uint8Array) => string, ...((key: Uint8Array) => string)[]]
	): Macs {
		const all = peppers.versions.flatMap((version) => {
			const key = peppers.keyFor(purpose, version);
			return key ? macsOf.map((macOf) => macOf(key)) : [];
		});
		const [current] = all;
		if (current === undefined) throw new Error("the current pepper is not configured");
		return { current, all };
	}

	return {
		ofOwner: (estate) => underEach("estate-tombstone", (key) => erasedOwnerMac(key, nameOf(estate))),
		ofNonce: (estate, nonce, signedChainId) => {
			const otherChain = estate.chainId === KEY_CHAIN ? signedChainId : KEY_CHAIN;
			const under = (of: EstateKey) => (key: Uint8Array) =>
				usedNonceMac(key, nameOf(of), canonicalNonce(nonce));
			return underEach("estate-tombstone", under(estate), under({ ...estate, chainId: otherChain }));
		},
		ofAgreement: (estate, version) =>
			underEach("estate-tombstone", (key) => spentAgreementMac(key, nameOf(estate), version)),
		ofCode: (code) => underEach("privacy-code", (key) => privacyCodeMac(key, code)),
	};
}

/** The same address on another chain may be another owner (ADR 15). */
function nameOf({ ownerAddress, chainId }: EstateKey): string {
	return `${chainId}:${ownerAddress}`;
}
