/**
 * What is stored in place of codes, nonces and the addresses of erased owners. Guarantees: what is stored under an
 * older pepper is found as long as that pepper is configured, so `all` is what to look for and `current` to write.
 */
import type { Hex } from "../kernel/hex.ts";
import type { Peppers } from "../kernel/pepper.ts";
import { erasedOwnerMac, spentAgreementMac, usedNonceMac } from "./erasure/tombstone.ts";
import { type EstateKey, KEY_CHAIN, type Macs } from "./ports.ts";
import { privacyCodeMac } from "./privacy-code/privacy-code.ts";
import { canonicalNonce } from "./profile/profile.ts";

export type EstateMacs = {
	/** By what a tombstone is found. */
	ofOwner(key: EstateKey): Macs;
	/**
	 * `all`: also as the other proof would have it that the same message could have, the key's or the contract's of
	 * the chain that is signed. An EIP-7702 delegate may take what the key has signed (ADR 15).
	 * @param signedChainId of the domain
	 */
	ofNonce(key: EstateKey, nonce: Hex, signedChainId: number): Macs;
	/** Of terms that there were before an erasure; `all` as for nonces. */
	ofAgreement(key: EstateKey, version: string, signedChainId: number): Macs;
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

	/** Under the name of its estate, and under that which the other proof of the same message would make it. */
	function ofMessage(
		estate: EstateKey,
		signedChainId: number,
		macOf: (key: Uint8Array, name: string) => string,
	): Macs {
		const chainId = estate.chainId === KEY_CHAIN ? signedChainId : KEY_CHAIN;
		const [name, other] = [nameOf(estate), nameOf({ ...estate, chainId })];
		return underEach(
			"estate-tombstone",
			(key) => macOf(key, name),
			(key) => macOf(key, other),
		);
	}

	return {
		ofOwner: (estate) => underEach("estate-tombstone", (key) => erasedOwnerMac(key, nameOf(estate))),
		ofNonce: (estate, nonce, signedChainId) =>
			ofMessage(estate, signedChainId, (key, name) => usedNonceMac(key, name, canonicalNonce(nonce))),
		ofAgreement: (estate, version, signedChainId) =>
			ofMessage(estate, signedChainId, (key, name) => spentAgreementMac(key, name, version)),
		ofCode: (code) => underEach("privacy-code", (key) => privacyCodeMac(key, code)),
	};
}

/** The same address on another chain may be another owner (ADR 15). */
function nameOf({ ownerAddress, chainId }: EstateKey): string {
	return `${chainId}:${ownerAddress}`;
}
