/**
 * The messages that owners sign about an estate (signing.md "The messages"), as digests and as typed data. Malformed
 * values throw a RangeError. Each names the origin of the service that it is for, because another service could use it
 * otherwise.
 */
import type { Eip712 } from "../kernel/crypto/eip712-encoder.ts";

export function createEstateMessages({ flatMessage }: Pick<Eip712, "flatMessage">) {
	const agreement = flatMessage("Agreement", {
		service: "string",
		ownerAddress: "address",
		/** Version of the terms, such as `2026-11-01`. */
		version: "string",
		documentHash: "bytes32",
		nonce: "bytes32",
	});
	const privacyCode = flatMessage("PrivacyCode", {
		service: "string",
		ownerAddress: "address",
		label: "string",
		/** Unix seconds; 0 for none. */
		expiresAt: "uint256",
		nonce: "bytes32",
	});
	const will = flatMessage("Will", {
		service: "string",
		ownerAddress: "address",
		/** Counts the owner's wills from 1. */
		version: "uint256",
		sha256: "bytes32",
		mimeType: "string",
		/** In bytes. */
		size: "uint256",
	});
	const erase = flatMessage("Erase", {
		service: "string",
		ownerAddress: "address",
		nonce: "bytes32",
		/** Unix seconds. */
		deadline: "uint256",
	});
	return { agreement, privacyCode, will, erase };
}
