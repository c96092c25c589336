// Proves batches by the code that executed them: the grade `decoded` (recovery.md "Grades of proof").

import type { JsonRpc } from "../../chain/json-rpc.ts";
import {
	bytesSchema,
	failureReason,
	type RpcFailure,
	request,
	storageWordSchema,
} from "../../chain/rpc-responses.ts";
import { keccak256 } from "../../kernel/crypto/keccak/keccak.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/encoding/hex.ts";
import type { DecodedBatch, IndexedCall } from "./decode-batches.ts";
import { MULTI_SEND_CODE_HASHES, SAFE_PROXY_CODE_HASHES, SAFE_SINGLETONS } from "./known-contracts.ts";
import type { Gap } from "./observed-call.ts";

/** supportsExecutionMode(bytes32) of ERC-7579 and ERC-7821 */
const SUPPORTS_EXECUTION_MODE = "0xd03c7914";
const TRUE_WORD = `0x${"1".padStart(64, "0")}`;
const REVERTED_CODE = 3;
/** A Safe's proxy keeps its singleton's address in the first slot. */
const SINGLETON_SLOT = "0x0";

export async function proveBatches(
	rpc: JsonRpc,
	batches: readonly DecodedBatch[],
	blockNumber: number,
): Promise<{ calls: IndexedCall[]; gap: Gap | null }> {
	const blockTag: Hex = `0x${blockNumber.toString(16)}`;
	const calls: IndexedCall[] = [];
	let gap: Gap | null = null;
	for (const { account, by, calls: batchCalls } of batches) {
		const found =
			by.kind === "safe"
				? await safeGap(rpc, { account, multiSend: by.multiSend, blockTag })
				: await modularAccountGap(rpc, { account, mode: by.mode, blockTag });
		if (found === null) calls.push(...batchCalls);
		else gap = found;
		if (found?.isOutage) break;
	}
	return { calls, gap };
}

/** Null if the account is a Safe of known code, and a MultiSend library too. */
export async function safeGap(
	rpc: JsonRpc,
	{ account, multiSend, blockTag }: { account: string; multiSend: string | null; blockTag: Hex | "latest" },
): Promise<Gap | null> {
	const code = await request(rpc, "eth_getCode", [account, blockTag], bytesSchema());
	if (!code.ok) return outage(code, "eth_getCode");
	if (!SAFE_PROXY_CODE_HASHES.has(codeHash(code.value)))
		return unproven("the account's code is not a known Safe proxy");
	const slot = await request(
		rpc,
		"eth_getStorageAt",
		[account, SINGLETON_SLOT, blockTag],
		storageWordSchema(),
	);
	if (!slot.ok) return outage(slot, "eth_getStorageAt");
	const singleton = `0x${slot.value.slice(2).padStart(64, "0").slice(24)}`;
	if (!SAFE_SINGLETONS.has(singleton)) return unproven("the Safe's singleton is unknown");
	if (multiSend === null) return null;
	const library = await request(rpc, "eth_getCode", [multiSend, blockTag], bytesSchema());
	if (!library.ok) return outage(library, "eth_getCode");
	return codeHash(library.value) === MULTI_SEND_CODE_HASHES.get(multiSend)
		? null
		: unproven("the MultiSend contract does not have its known code on this chain");
}

/** The account must confirm the mode, because ERC-7579 has too many implementations to list. */
async function modularAccountGap(
	rpc: JsonRpc,
	{ account, mode, blockTag }: { account: string; mode: string; blockTag: Hex },
): Promise<Gap | null> {
	const call = { to: account, data: SUPPORTS_EXECUTION_MODE + mode };
	const result = await request(rpc, "eth_call", [call, blockTag], bytesSchema());
	const isReverted = !result.ok && result.kind === "rpc_error" && result.code === REVERTED_CODE;
	if (!result.ok && !isReverted) return outage(result, "eth_call");
	const isSupported = result.ok && result.value === TRUE_WORD;
	return isSupported ? null : unproven("the account does not confirm the ERC-7579 execution mode");
}

function codeHash(code: Hex): Hex {
	return bytesToHex(keccak256(hexToBytes(code)));
}

function unproven(reason: string): Gap {
	return { isOutage: false, reason };
}

function outage(failure: RpcFailure, method: string): Gap {
	return { isOutage: true, reason: failureReason(failure, method) };
}
