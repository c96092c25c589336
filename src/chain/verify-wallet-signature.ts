// Verifies that a wallet signed a digest (signatures.md "Verifying"). An outage is never a bad signature.
import { erc6492SignatureValidatorByteCode } from "viem";
import { keccak256 } from "../kernel/crypto/keccak/keccak.ts";
import { malleatedForm, recoverAddress } from "../kernel/crypto/secp256k1/recover-address.ts";
import { encodeArguments } from "../kernel/encoding/abi-encoder.ts";
import { addressAt, bytesAt } from "../kernel/encoding/abi-reader.ts";
import { bytesToHex, type Hex, hexToBytes } from "../kernel/encoding/hex.ts";
import type { CodelessAccounts } from "./codeless-accounts.ts";
import type { JsonRpc } from "./json-rpc.ts";
import {
	bytesSchema,
	checkChainId,
	failureReason,
	type RpcResult,
	request,
	smallQuantitySchema,
} from "./rpc-responses.ts";

type WalletProof =
	| { readonly kind: "key" }
	/** `codeHash`: Keccak-256 of the signer's code, empty for a counterfactual wallet. */
	| { readonly kind: "contract"; readonly blockNumber: number; readonly codeHash: Hex };

export type WalletVerdict =
	| { readonly kind: "valid"; readonly proof: WalletProof }
	| InvalidSigner
	| { readonly kind: "no_rpc"; readonly chainId: number }
	/** `reason` is for the log. */
	| { readonly kind: "unavailable"; readonly reason: string };

/** Completes "The signature is not valid: …". `byContract`: the account's code rejected it. */
type InvalidSigner = {
	readonly kind: "invalid_signer";
	readonly reason: string;
	readonly byContract?: true;
};

export type WalletSignature = {
	/** 20-byte address in any letter case. */
	readonly signer: string;
	/** 32 bytes. */
	readonly digest: Uint8Array;
	/** `0x` and an even number of hex digits. */
	readonly signature: string;
	readonly chainId: number;
	readonly rpc: JsonRpc | undefined;
	readonly codeless?: CodelessAccounts | undefined;
};

/** Keccak-256 of "Replevin: sender of eth_call", because some wallets skip checks for address zero. */
const SENDER = "0x3c7dd474dfadf2c1a4cb3eee48c9dd4f9540fdad";
/** Reverts: geth and most nodes; Nethermind and OpenEthereum. */
const REVERTED_CODES: readonly number[] = [3, -32015];
/** Generic codes, with the revert in the message: older geth and Besu; Hardhat and Ganache. */
const GENERAL_CODES: readonly number[] = [-32000, -32603];
const REVERTED_MESSAGE = /^(?:Error: )?(?:execution reverted|VM Exception\b.*\brevert)/i;

/** Verifies by key first, without the network, then by ERC-6492's universal validator at a fixed block. */
export async function verifyWalletSignature(input: WalletSignature): Promise<WalletVerdict> {
	const { signer, digest, signature, chainId, rpc } = input;
	if (recoverAddress(digest, hexToBytes(signature)) === signer.toLowerCase())
		return { kind: "valid", proof: { kind: "key" } };
	if (isDisguisedKeySignature(input)) {
		return invalidSigner(
			"it is a signature by the account's key in another form (an ERC-6492 envelope, or a high s). Send it as the key made it",
		);
	}
	const digits = signature.slice(2).toLowerCase();
	// The contract may accept any other bytes.
	if (isEnvelope(digits) && signatureIn(digits) === undefined) return BAD_ENVELOPE;
	if (rpc === undefined) return { kind: "no_rpc", chainId };
	// An envelope says how its wallet is deployed, so it never gets this result.
	if (!isEnvelope(digits) && input.codeless?.has(signer)) return NO_CONTRACT_LATELY;
	return verifyByContract(rpc, input);
}

/**
 * The key's signature in an envelope or with a high s. An EIP-7702 delegate would prove it as a contract's (ADR 15).
 */
function isDisguisedKeySignature({ signer, digest, signature }: WalletSignature): boolean {
	const digits = signature.slice(2).toLowerCase();
	const bytes = hexToBytes(`0x${isEnvelope(digits) ? (signatureIn(digits) ?? "") : digits}`);
	return [bytes, malleatedForm(bytes)].some((form) => recoverAddress(digest, form) === signer.toLowerCase());
}

async function verifyByContract(
	rpc: JsonRpc,
	{ signer, digest, signature, chainId, codeless }: WalletSignature,
): Promise<WalletVerdict> {
	const [wrongChain, height] = await Promise.all([
		checkChainId(rpc, chainId),
		request(rpc, "eth_blockNumber", [], smallQuantitySchema()),
	]);
	if (wrongChain !== null) return { kind: "unavailable", reason: wrongChain };
	if (!height.ok) return { kind: "unavailable", reason: failureReason(height, "eth_blockNumber") };
	const blockTag = `0x${height.value.toString(16)}`;
	const code = await request(rpc, "eth_getCode", [signer, blockTag], bytesSchema());
	if (!code.ok) return { kind: "unavailable", reason: failureReason(code, "eth_getCode") };

	const hasCode = code.value !== "0x";
	if (!hasCode) codeless?.add(signer);
	const argument = validatorArgument({
		hasCode,
		digits: signature.slice(2).toLowerCase(),
	});
	if (argument.kind === "invalid_signer") return argument;
	const data = validatorCall(signer, digest, argument.digits);
	const result = await request(rpc, "eth_call", [{ from: SENDER, data }, blockTag], bytesSchema());
	const rejection = rejectionOf(result);
	if (rejection !== null) return rejection;
	const codeHash = bytesToHex(keccak256(hexToBytes(code.value)));
	return { kind: "valid", proof: { kind: "contract", blockNumber: height.value, codeHash } };
}

/**
 * The validator calls an envelope's factory, which could initialise a proxy or delegate. So a signer with code gets
 * only the inner signature (ADR 7).
 */
function validatorArgument({
	hasCode,
	digits,
}: {
	hasCode: boolean;
	digits: string;
}): { kind: "argument"; digits: string } | InvalidSigner {
	if (!hasCode) {
		// The validator would fall back to ecrecover and accept a high s.
		if (isEnvelope(digits)) return { kind: "argument", digits };
		return NO_CONTRACT;
	}
	const signature = isEnvelope(digits) ? signatureIn(digits) : digits;
	// The validator would open an inner envelope too.
	if (signature === undefined || isEnvelope(signature)) return BAD_ENVELOPE;
	return { kind: "argument", digits: padShortSignature(signature) };
}

/** The validator reverts on a short signature, but a Safe accepts an empty one for an approved message. */
function padShortSignature(digits: string): string {
	return digits.length >= 64 ? digits : envelopeOf(digits);
}

const CONSTRUCTOR = [
	{ name: "signer", type: "address" },
	{ name: "hash", type: "bytes32" },
	{ name: "signature", type: "bytes" },
];

function validatorCall(signer: string, digest: Uint8Array, signatureDigits: string): string {
	const values = [signer, bytesToHex(digest), `0x${signatureDigits}`];
	return erc6492SignatureValidatorByteCode + encodeArguments(CONSTRUCTOR, values);
}

/** Null if accepted. Other errors of a node are no verdict. */
function rejectionOf(result: RpcResult<Hex>): Exclude<WalletVerdict, { kind: "valid" }> | null {
	if (!result.ok) {
		return result.kind === "rpc_error" && isRevert(result)
			? REVERTED
			: { kind: "unavailable", reason: `no verdict: ${failureReason(result, "eth_call")}` };
	}
	if (result.value === "0x01") return null;
	if (result.value === "0x00") return REFUSED;
	return { kind: "unavailable", reason: "the node's response to the validator's call is not a boolean" };
}

function isRevert({ code, message }: { code: number; message: string }): boolean {
	return REVERTED_CODES.includes(code) || (GENERAL_CODES.includes(code) && REVERTED_MESSAGE.test(message));
}

const REVERTED = { ...invalidSigner("the account's contract reverted"), byContract: true } as const;
const REFUSED = { ...invalidSigner("the account's contract rejected it"), byContract: true } as const;
const NO_CONTRACT = invalidSigner("it is not by the account's key, and the account is not a contract");
const NO_CONTRACT_LATELY = invalidSigner(
	"it is not by the account's key, and the account was not a contract within the last two minutes",
);
const BAD_ENVELOPE = invalidSigner("its ERC-6492 envelope is malformed or contains another envelope");

function invalidSigner(reason: string): InvalidSigner {
	return { kind: "invalid_signer", reason };
}

// ERC-6492: `abi.encode(address factory, bytes factoryCall, bytes signature)`, then a suffix. Lower-case hex without `0x`.
const SUFFIX = "6492".repeat(16);
const NOBODY = `0x${"0".repeat(40)}`;
const PARAMETERS = [
	{ name: "factory", type: "address" },
	{ name: "factoryCall", type: "bytes" },
	{ name: "signature", type: "bytes" },
];

function isEnvelope(digits: string): boolean {
	return digits.endsWith(SUFFIX);
}

/** Undefined if a decoder would revert. */
function signatureIn(envelope: string): string | undefined {
	const parts = { digits: envelope.slice(0, -SUFFIX.length), start: 0 };
	if (addressAt(parts, 0) === undefined || bytesAt(parts, 1) === undefined) return undefined;
	return bytesAt(parts, 2);
}

/** A call to the zero address does nothing. */
function envelopeOf(signature: string): string {
	return encodeArguments(PARAMETERS, [NOBODY, "0x", `0x${signature}`]) + SUFFIX;
}
