/**
 * Keyed hashes of privacy codes, nonces and erased owners (estates.md "Erasure"). They match under every configured
 * pepper.
 */
import { createHmac } from "node:crypto";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import { type EstateKey, KEY_CHAIN } from "./owner-proof.ts";

/** Store `current`; search for `all`, which has every pepper. */
export type Macs = { current: string; all: readonly string[] };

type MacOf = (key: Uint8Array) => string;

export type EstateMacs = ReturnType<typeof createEstateMacs>;

export function createEstateMacs(peppers: Peppers) {
	function underEach(
		purpose: "privacy-code" | "estate-tombstone" | "bare-profile",
		...macsOf: [MacOf, ...MacOf[]]
	): Macs {
		const all = peppers.versions.flatMap((version) => {
			const key = peppers.keyFor(purpose, version);
			return key ? macsOf.map((macOf) => macOf(key)) : [];
		});
		const [current] = all;
		if (current === undefined) throw new Error("the current pepper is not configured");
		return { current, all };
	}

	/**
	 * `all` includes the other estate of the same message, the key's or the contract's, because an EIP-7702 delegate may
	 * accept its key's signature (ADR 15).
	 */
	function ofMessage(
		estate: EstateKey,
		signedChainId: number,
		macOf: (key: Uint8Array, owner: string) => string,
	): Macs {
		const otherChainId = estate.chainId === KEY_CHAIN ? signedChainId : KEY_CHAIN;
		const [owner, otherOwner] = [nameOf(estate), nameOf({ ...estate, chainId: otherChainId })];
		return underEach(
			"estate-tombstone",
			(key) => macOf(key, owner),
			(key) => macOf(key, otherOwner),
		);
	}

	return {
		ownerMacs: (estate: EstateKey): Macs =>
			underEach("estate-tombstone", (key) => ownerMac(key, nameOf(estate))),

		/** Identify a caller's view of a profile. @param developerId null for the owner's session */
		bareProfileMacs: (developerId: string | null, estate: EstateKey): Macs =>
			underEach("bare-profile", (key) => bareProfileMac(key, developerId ?? OWNER, nameOf(estate))),

		/** @param signedChainId of the signed domain */
		nonceMacs: (estate: EstateKey, nonce: Hex, signedChainId: number): Macs =>
			ofMessage(estate, signedChainId, (key, owner) => nonceMac(key, owner, nonce)),

		/** @param code canonical, as formatPrivacyCode returns it */
		codeMacs: (code: string): Macs => underEach("privacy-code", (key) => privacyCodeMac(key, code)),
	};
}

/** No developer has this id. */
const OWNER = "owner";

/** On another chain the address may have another owner (ADR 15). */
function nameOf({ ownerAddress, chainId }: EstateKey): string {
	return `${chainId}:${ownerAddress}`;
}

/** HMAC-SHA256 in hex. @param key for the purpose `privacy-code` */
function privacyCodeMac(key: Uint8Array, code: string): string {
	return createHmac("sha256", key).update(code).digest("hex");
}

/** @param key for the purpose `estate-tombstone` */
function ownerMac(key: Uint8Array, owner: string): string {
	return partsMac(key, "owner", owner);
}

/** @param key for the purpose `bare-profile` */
function bareProfileMac(key: Uint8Array, reader: string, owner: string): string {
	return partsMac(key, reader, owner);
}

/** Includes the owner, because two owners may use the same nonce. */
function nonceMac(key: Uint8Array, owner: string, nonce: Hex): string {
	return partsMac(key, "nonce", owner, nonce);
}

function partsMac(key: Uint8Array, ...parts: string[]): string {
	return createHmac("sha256", key).update(parts.join("\0").toLowerCase()).digest("hex");
}
