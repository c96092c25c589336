/**
 * The messages that owners sign (signing.md "The messages"), as digests and as typed data. Malformed values
 * throw a RangeError.
 */
import { flatMessage } from "../kernel/eip712.ts";

const agreement = flatMessage("Agreement", {
	ownerAddress: "address",
	/** Version of the terms, such as `2026-11-01`. */
	version: "string",
	documentHash: "bytes32",
	nonce: "bytes32",
});
const privacyCode = flatMessage("PrivacyCode", {
	ownerAddress: "address",
	label: "string",
	/** Unix seconds; 0 for none. */
	expiresAt: "uint256",
	nonce: "bytes32",
});
const will = flatMessage("Will", {
	ownerAddress: "address",
	/** Counts the owner's wills from 1. */
	version: "uint256",
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
export const agreementType = agreement.struct;
export const signableAgreement = agreement.signable;

export const privacyCodeDigest = privacyCode.digest;
export const privacyCodeTypedData = privacyCode.typedData;
export const privacyCodeType = privacyCode.struct;
export const signablePrivacyCode = privacyCode.signable;

export const willDigest = will.digest;
export const willTypedData = will.typedData;
export const willType = will.struct;
export const signableWill = will.signable;

export const eraseDigest = erase.digest;
export const eraseTypedData = erase.typedData;
export const eraseType = erase.struct;
export const signableErase = erase.signable;
