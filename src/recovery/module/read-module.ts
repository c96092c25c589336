/** Asks a chain's node about the recovery module: an account's configuration, a recovery's state, a reviewer's signature. */
import type { JsonRpc } from "../../chain/json-rpc.ts";
import { moduleCalls } from "../../chain/recovery-module.ts";
import {
	bytesSchema,
	checkChainId,
	failureReason,
	request,
	smallQuantitySchema,
} from "../../chain/rpc-responses.ts";
import { keccak256 } from "../../kernel/crypto/keccak/keccak.ts";
import { recoverAddress } from "../../kernel/crypto/secp256k1/recover-address.ts";
import { encodeArguments } from "../../kernel/encoding/abi-encoder.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/encoding/hex.ts";
import type { SignerProof } from "../../protocol/case-state.ts";
import type {
	ModuleRead,
	ReadConfiguration,
	RecoveryStatus,
} from "../../protocol/recovery-module/module-calls.ts";

type Unavailable = { kind: "unavailable"; reason: string };

export type OnChain = {
	kind: "read";
	blockNumber: number;
	/** Null if the module is not on the chain, or the account has not configured it. */
	configuration: ReadConfiguration | null;
	status: RecoveryStatus | null;
};

/** `eth_chainId`, `eth_blockNumber` and two `eth_call`. */
export const REQUESTS_TO_READ = 4;
/** Two more for the signature. */
export const REQUESTS_TO_APPROVE = 6;

const REVERTED_CODES: readonly number[] = [3, -32_015, -32_000, -32_603];
/** isValidSignature(bytes32,bytes) of ERC-1271, which is also what a contract returns for a valid one. */
const IS_VALID_SIGNATURE = "0x1626ba7e";
const VALID_WORD = IS_VALID_SIGNATURE.padEnd(66, "0");
const KEY_SIGNATURE_BYTES = 65;
const KEY_V: readonly (number | undefined)[] = [27, 28];

export async function readModule(
	rpc: JsonRpc,
	{ chainId, account, jrcHash }: { chainId: number; account: string; jrcHash: string },
): Promise<OnChain | Unavailable> {
	const [wrongChain, height] = await Promise.all([
		checkChainId(rpc, chainId),
		request(rpc, "eth_blockNumber", [], smallQuantitySchema()),
	]);
	if (wrongChain !== null) return { kind: "unavailable", reason: wrongChain };
	if (!height.ok) return { kind: "unavailable", reason: failureReason(height, "eth_blockNumber") };
	const blockNumber = height.value;
	const [configuration, status] = await Promise.all([
		readAt(rpc, blockNumber, moduleCalls.read(account)),
		readAt(rpc, blockNumber, moduleCalls.readStatus({ account, jrcHash })),
	]);
	if (typeof configuration === "string") return { kind: "unavailable", reason: configuration };
	if (typeof status === "string") return { kind: "unavailable", reason: status };
	if (!configuration || configuration.threshold === 0)
		return { kind: "read", blockNumber, configuration: null, status };
	return { kind: "read", blockNumber, configuration, status };
}

/** The configuration of an account; null if it has none. A text is the reason of an outage. */
export async function readConfiguration(
	rpc: JsonRpc,
	account: string,
): Promise<ReadConfiguration | null | string> {
	const read = await readAt(rpc, "latest", moduleCalls.read(account));
	return read !== null && typeof read === "object" && read.threshold === 0 ? null : read;
}

/** Null if the module is not there. A text is the reason of an outage. */
export async function readAt<T>(
	rpc: JsonRpc,
	block: number | "latest",
	{ call, decode }: ModuleRead<T>,
): Promise<T | null | string> {
	const result = await request(
		rpc,
		"eth_call",
		[call, block === "latest" ? block : hexOf(block)],
		bytesSchema(),
	);
	if (!result.ok) return failureReason(result, "eth_call");
	try {
		return decode(result.value);
	} catch {
		return null;
	}
}

/** As OpenZeppelin's SignatureChecker decides on the chain: a key without code, else the contract's own word. */
export async function checkReviewer(
	rpc: JsonRpc,
	{
		reviewer,
		digest,
		signature,
		blockNumber,
	}: { reviewer: string; digest: Uint8Array; signature: Hex; blockNumber: number },
): Promise<
	| { kind: "valid"; proof: SignerProof }
	| { kind: "invalid"; reason: string; byContract: boolean }
	| Unavailable
> {
	const tag = hexOf(blockNumber);
	const code = await request(rpc, "eth_getCode", [reviewer, tag], bytesSchema());
	if (!code.ok) return { kind: "unavailable", reason: failureReason(code, "eth_getCode") };
	if (code.value === "0x") {
		const bytes = hexToBytes(signature);
		const isKeyForm = bytes.length === KEY_SIGNATURE_BYTES && KEY_V.includes(bytes.at(-1));
		return isKeyForm && recoverAddress(digest, bytes) === reviewer.toLowerCase()
			? { kind: "valid", proof: { kind: "key" } }
			: { kind: "invalid", reason: "it is not by the reviewer's key", byContract: false };
	}
	const data = `${IS_VALID_SIGNATURE}${encodeArguments(SIGNATURE_ARGUMENTS, [bytesToHex(digest), signature])}`;
	const response = await request(rpc, "eth_call", [{ to: reviewer, data }, tag], bytesSchema());
	if (!response.ok && !(response.kind === "rpc_error" && REVERTED_CODES.includes(response.code)))
		return { kind: "unavailable", reason: failureReason(response, "eth_call") };
	if (!response.ok || response.value.slice(0, VALID_WORD.length) !== VALID_WORD)
		return { kind: "invalid", reason: "the reviewer's contract rejected it", byContract: true };
	const codeHash = bytesToHex(keccak256(hexToBytes(code.value)));
	return { kind: "valid", proof: { kind: "contract", blockNumber, codeHash } };
}

const SIGNATURE_ARGUMENTS = [
	{ name: "hash", type: "bytes32" },
	{ name: "signature", type: "bytes" },
];

const hexOf = (value: number): Hex => `0x${value.toString(16)}`;
