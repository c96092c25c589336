/** signatures.md "Details of INVALID_SIGNER": what the error says of contracts depends on what the node has said. */
import { expect, it } from "vitest";
import { signatureError } from "../../../src/chain/errors.ts";
import type { SignatureRejection } from "../../../src/chain/signature-verifier.ts";

const comparison = {
	expectedSigner: `0x${"11".repeat(20)}`,
	recoveredSigner: null,
	digest: `0x${"ab".repeat(32)}`,
	chainId: 10,
	bytes: 3,
} as const;
const wordsOf = (rejection: SignatureRejection) => {
	const { message, details = [] } = signatureError(rejection);
	return { message, detail: details[0]?.message };
};

it("says that the contract has to accept the signature, if the account has code", () => {
	const reason = "the account's contract rejected it";
	const { message, detail } = wordsOf({ kind: "invalid_signer", reason, byContract: true, comparison });
	expect(message).toMatch(
		/^The signature is not valid for the account that must sign: the account's contract/,
	);
	expect(detail).toContain(
		"it has 3 bytes, and a key's signature has 64 or 65; the account's contract has to",
	);
});

it("asks nothing of a contract, if the account has no code", () => {
	const reason = "it is not by the account's key, and the account is not a contract";
	expect(wordsOf({ kind: "invalid_signer", reason, comparison }).detail).toMatch(/64 or 65$/);
});

it("ends with the node that is missing, if nobody knows whether the account has code", () => {
	const { message, detail } = wordsOf({ kind: "no_rpc", chainId: 10, comparison });
	expect(message).toMatch(
		/If the account is a contract: this service has no node for chain 10, so it cannot ask the contract\. Nothing was stored\.$/,
	);
	expect(detail).not.toContain("contract");
});

it("says nothing of contracts, if the right account made a mistake", () => {
	const mistaken = { ...comparison, mistake: "the message under chain 1" };
	const { message } = wordsOf({ kind: "no_rpc", chainId: 10, comparison: mistaken });
	expect(message).toBe(
		"The right account signed, but it signed the message under chain 1. Nothing was stored.",
	);
});
