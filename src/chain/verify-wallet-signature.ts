// Whether a wallet signed a digest, and how that was proven (signatures.md, "Verifying").
// Guarantees: a key's signature needs no network; an outage is never reported as a bad signature, nor a bad
// signature as an outage; nothing is thrown.
import { erc6492SignatureValidatorByteCode } from "viem";
import * as z from "zod";
import { addressWord } from "../kernel/eip712.ts";
import { bytesToHex, type Hex, hexToBytes } from "../kernel/hex.ts";
import { keccak256 } from "../kernel/keccak/keccak.ts";
import { lazy } from "../kernel/once.ts";
import { malleatedForm, recoverAddress } from "../kernel/secp256k1/recover-address.ts";
import { dynamicBytes, envelopeOf, isEnvelope, signatureIn, word } from "./erc6492-envelope.ts";
import type { JsonRpc, RpcResult } from "./json-rpc.ts";

type WalletProof =
	| { readonly kind: "key" }
	/** `codeHash` is the Keccak-256 of the signer's code at that block; of no code for a wallet yet to be made. */
	| { readonly kind: "contract"; readonly blockNumber: number; readonly codeHash: Hex };

export type WalletVerdict =
	| { readonly kind: "valid"; readonly proof: WalletProof }
	| { readonly kind: "invalid_signer"; readonly reason: string }
	/** Not the signer's key, and no node to ask whether the signer is a contract that accepts it. */
	| { readonly kind: "no_rpc"; readonly chainId: number }
	/** Nobody could tell: worth another try later. */
	| { readonly kind: "unavailable"; readonly reason: string };

export type WalletSignature = {
	/** 20-byte address in any letter case. */
	readonly signer: string;
	/** 32 bytes. */
	readonly digest: Uint8Array;
	/** `0x` and an even number of hex digits; the caller has bounded its length. */
	readonly signature: string;
	readonly chainId: number;
	/** The node for that chain, where one is configured. */
	readonly rpc: JsonRpc | undefined;
};

/** Nobody's: the Keccak-256 of "Replevin: sender of eth_call". Some wallets skip checks for the zero address. */
const SENDER = "0x3c7dd474dfadf2c1a4cb3eee48c9dd4f9540fdad";
/** What geth and most other nodes, and what Nethermind and OpenEthereum, answer for a reverted call. */
const REVERTED_CODES: readonly number[] = [3, -32015];
/** Codes for errors of all kinds, where only the message tells a revert: older geth and Besu; Hardhat and Ganache. */
const GENERAL_CODES: readonly number[] = [-32000, -32603];
const REVERTED_MESSAGE = /^(?:Error: )?(?:execution reverted|VM Exception\b.*\brevert)/i;

const quantity = lazy(() =>
	z
		.string()
		.regex(/^0x[0-9a-fA-F]{1,13}$/)
		.transform((text) => Number.parseInt(text, 16)),
);
const hexData = lazy(() => z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/));

/**
 * Verifies by key first, locally. Only then, where there is a node, asks ERC-6492's universal validator in
 * one eth_call at a named block: deployed ERC-1271 wallets, counterfactual wallets and EIP-7702 delegates.
 * Waits for at most three of the node's timeouts.
 */
export async function verifyWalletSignature(input: WalletSignature): Promise<WalletVerdict> {
	const { signer, digest, signature, chainId, rpc } = input;
	if (recoverAddress(digest, hexToBytes(signature)) === signer.toLowerCase())
		return { kind: "valid", proof: { kind: "key" } };
	if (isKeysInDisguise(input)) {
		return {
			kind: "invalid_signer",
			reason:
				"it is a signature by the account's key in another form (an ERC-6492 envelope, or a high s). Send it as the key made it",
		};
	}
	if (rpc === undefined) return { kind: "no_rpc", chainId };

	const block = await blockOf(rpc, chainId);
	if (typeof block === "string") return { kind: "unavailable", reason: block };
	const codeAnswer = await rpc.call("eth_getCode", [signer, block.tag]);
	const code = hexData().safeParse(resultOf(codeAnswer));
	if (!code.success) return { kind: "unavailable", reason: `no signer code: ${whyNot(codeAnswer)}` };

	const question = questionFor({ hasCode: code.data !== "0x", digits: signature.slice(2).toLowerCase() });
	if (question.kind !== "ask") return question;
	const data = validatorCall(signer, digest, question.digits);
	const verdict = verdictOf(await rpc.call("eth_call", [{ from: SENDER, data }, block.tag]));
	if (verdict !== "yes") return verdict;
	const codeHash = bytesToHex(keccak256(hexToBytes(code.data)));
	return { kind: "valid", proof: { kind: "contract", blockNumber: block.number, codeHash } };
}

/**
 * Whether the signer's key has made it after all: in an envelope, or with the s that is refused of a key. The delegate
 * of an EIP-7702 account takes what the account's key has signed. Asked about that in disguise, it would prove as a
 * contract's what counts as the key's: one signature would be two proofs, and speak for two estates (ADR 15).
 */
function isKeysInDisguise({ signer, digest, signature }: WalletSignature): boolean {
	const digits = signature.slice(2).toLowerCase();
	const bytes = hexToBytes(`0x${isEnvelope(digits) ? (signatureIn(digits) ?? "") : digits}`);
	return [bytes, malleatedForm(bytes)].some((form) => recoverAddress(digest, form) === signer.toLowerCase());
}

/**
 * What the validator is to be asked. It calls the factory of an envelope, any target with any data, not only
 * for a signer without code: also after a deployed one's no, before it asks again. That call could make an
 * uninitialised proxy or EIP-7702 delegate the caller's own. So a signer with code is asked about the
 * signature in the envelope and never sees the factory (ADR 7).
 */
function questionFor({
	hasCode,
	digits,
}: {
	hasCode: boolean;
	digits: string;
}): { kind: "ask"; digits: string } | Extract<WalletVerdict, { kind: "invalid_signer" }> {
	if (!hasCode) {
		// The validator would fall back to ecrecover here, and take a high s.
		if (isEnvelope(digits)) return { kind: "ask", digits };
		return {
			kind: "invalid_signer",
			reason: "it is not by the account's key, and the account is not a contract",
		};
	}
	const signature = isEnvelope(digits) ? signatureIn(digits) : digits;
	if (signature === undefined)
		return {
			kind: "invalid_signer",
			reason: "its ERC-6492 envelope is malformed or contains another envelope",
		};
	return { kind: "ask", digits: longEnough(signature) };
}

/** The latest block, if the node serves the chain; otherwise why it cannot be asked. */
async function blockOf(rpc: JsonRpc, chainId: number): Promise<{ number: number; tag: string } | string> {
	const [chainAnswer, numberAnswer] = await Promise.all([
		rpc.call("eth_chainId", []),
		rpc.call("eth_blockNumber", []),
	]);
	const chain = quantity().safeParse(resultOf(chainAnswer)).data;
	const number = quantity().safeParse(resultOf(numberAnswer)).data;
	if (chain === undefined) return `no chain id: ${whyNot(chainAnswer)}`;
	if (chain !== chainId) return `the node configured for chain ${chainId} serves chain ${chain}`;
	if (number === undefined) return `no block number: ${whyNot(numberAnswer)}`;
	return { number, tag: `0x${number.toString(16)}` };
}

/** For the log: why an answer could not be used. */
function whyNot(answer: RpcResult): string {
	if (answer.ok) return "the node's result is malformed";
	return answer.kind === "unreachable" ? answer.reason : `the node responded with error ${answer.code}`;
}

function resultOf(answer: RpcResult): unknown {
	return answer.ok ? answer.result : undefined;
}

/** Creation code whose constructor takes (address signer, bytes32 hash, bytes signature) and returns one byte. */
function validatorCall(signer: string, digest: Uint8Array, signatureDigits: string): string {
	const args = bytesToHex(addressWord(signer)).slice(2) + bytesToHex(digest).slice(2) + word(96);
	return erc6492SignatureValidatorByteCode + args + dynamicBytes(signatureDigits);
}

/**
 * The validator reads a signature's last word before anything else and reverts where there is none, but a
 * wallet may take a short one: a Safe takes an empty one for a message that its owners approved on chain.
 * In an envelope of our own, without a factory, it reaches the wallet as is.
 */
function longEnough(digits: string): string {
	return digits.length >= 64 ? digits : envelopeOf(digits);
}

/** Only the contract's own word is a verdict. A node's other errors (rate limit, pruned state) say nothing. */
function verdictOf(answer: RpcResult): "yes" | WalletVerdict {
	if (answer.ok) {
		const returned = hexData().safeParse(answer.result).data;
		if (returned === "0x01") return "yes";
		if (returned === "0x00") return { kind: "invalid_signer", reason: "the account's contract rejected it" };
		return { kind: "unavailable", reason: "the node's response to the validator's call is not a boolean" };
	}
	if (answer.kind === "rpc_error" && isRevert(answer))
		return { kind: "invalid_signer", reason: "the account's contract reverted" };
	return { kind: "unavailable", reason: `no verdict from the validator: ${whyNot(answer)}` };
}

function isRevert({ code, message }: { code: number; message: string }): boolean {
	return REVERTED_CODES.includes(code) || (GENERAL_CODES.includes(code) && REVERTED_MESSAGE.test(message));
}
