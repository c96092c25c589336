// What owners sign about their estate (signatures.md, "Types"), as 32-byte digests for verifying and as the
// typed data that a wallet is asked to sign. Both come from the same type tables, so they cannot differ.
// Guarantees: pure and synchronous; letter case of addresses and hex does not change a hash.
// Inputs were parsed by the request schemas, hex digits included; a wrong length or number is a RangeError.
// The domain's chain is in all of them: a smart account's signature stays bound to the chain that its code lives on.
import { flatMessage } from "../kernel/eip712.ts";

const agreement = flatMessage("Agreement", {
	ownerAddress: "address",
	/** Of the terms, such as `2026-11-01`. */
	version: "string",
	/** SHA-256 of the terms' bytes. */
	documentHash: "bytes32",
});
const privacyCode = flatMessage("PrivacyCode", {
	ownerAddress: "address",
	label: "string",
	/** Unix seconds; 0 for a code that does not expire. */
	expiresAt: "uint256",
	nonce: "bytes32",
});
const will = flatMessage("Will", {
	ownerAddress: "address",
	/** Counts the owner's wills, from 1. */
	version: "uint256",
	/** Of the document's bytes. */
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

/** What the owner signs to accept the terms. */
export const agreementDigest = agreement.digest;
export const agreementTypedData = agreement.typedData;

/** What the owner signs to have a privacy code made. */
export const privacyCodeDigest = privacyCode.digest;
export const privacyCodeTypedData = privacyCode.typedData;

/** What the owner signs to lodge a will. */
export const willDigest = will.digest;
export const willTypedData = will.typedData;

/** What the owner signs to have the estate profile erased. */
export const eraseDigest = erase.digest;
export const eraseTypedData = erase.typedData;
