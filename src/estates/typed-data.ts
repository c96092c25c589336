/**
 * The messages that owners sign about their estates (signatures.md "Types"), as 32-byte digests to verify and as typed
 * data for wallets. Both come from the same type tables, so they cannot differ.
 * - Pure and synchronous. The letter case of addresses and hex does not change a digest.
 * - Every domain contains the chain, which binds a contract's signature to the chain of its code.
 * - A wrong length or number throws a RangeError; request schemas have validated the inputs.
 */
import { flatMessage } from "../kernel/eip712.ts";

const agreement = flatMessage("Agreement", {
	ownerAddress: "address",
	/** Version of the terms, such as `2026-11-01`. */
	version: "string",
	/** SHA-256 of the terms' bytes. */
	documentHash: "bytes32",
});
const privacyCode = flatMessage("PrivacyCode", {
	ownerAddress: "address",
	label: "string",
	/** Unix seconds, or 0 for a code that does not expire. */
	expiresAt: "uint256",
	nonce: "bytes32",
});
const will = flatMessage("Will", {
	ownerAddress: "address",
	/** Counts the owner's wills from 1. */
	version: "uint256",
	/** SHA-256 of the document's bytes. */
	sha256: "bytes32",
	mimeType: "string",
	/** In bytes. */
	size: "uint256",
});
const erase = flatMessage("Erase", {
	ownerAddress: "address",
	nonce: "bytes32",
	/** Unix seconds. */
	deadline: "uint256",
});

export const agreementDigest = agreement.digest;
export const agreementTypedData = agreement.typedData;

export const privacyCodeDigest = privacyCode.digest;
export const privacyCodeTypedData = privacyCode.typedData;

export const willDigest = will.digest;
export const willTypedData = will.typedData;

export const eraseDigest = erase.digest;
export const eraseTypedData = erase.typedData;
