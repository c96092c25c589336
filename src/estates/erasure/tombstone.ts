/**
 * What is kept of an estate that was erased (estates.md "Erasure"): MACs, from which nobody reads whose it was,
 * but which whoever comes with the address finds again. So versions of wills go on, and no used nonce works twice.
 * Guarantees: pure; the letter case of what comes in makes no difference.
 */
import { createHmac } from "node:crypto";
import type { Hex } from "../../kernel/hex.ts";

/**
 * By what a tombstone is found: 64 digits of lower-case hex.
 * @param key of the pepper's purpose `estate-tombstone`
 */
export function erasedOwnerMac(key: Uint8Array, ownerAddress: string): string {
	return macOf(key, "owner", ownerAddress);
}

/** As erasedOwnerMac, of a nonce that the owner has used. Bound to the owner: two may have used the same one. */
export function usedNonceMac(key: Uint8Array, ownerAddress: string, nonce: Hex): string {
	return macOf(key, "nonce", ownerAddress, nonce);
}

/** As erasedOwnerMac, of the terms that an erasure has spent. @param version as signed */
export function spentAgreementMac(key: Uint8Array, ownerAddress: string, version: string): string {
	return macOf(key, "agreement", ownerAddress, version);
}

function macOf(key: Uint8Array, ...parts: string[]): string {
	return createHmac("sha256", key).update(parts.join("\0").toLowerCase()).digest("hex");
}
