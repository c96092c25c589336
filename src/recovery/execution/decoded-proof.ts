// The decoded grade: what a transaction's calldata spells out and its events confirm is proven to have been made
// where the code that carried it out is known (recovery.md "Proof of execution").
// Guarantees: a contract that only looks like a Safe proves nothing; where an answer is missing, nothing is said.

import type { JsonRpc } from "../../chain/json-rpc.ts";
import { ask, bytes, storageWord, whyNot } from "../../chain/rpc-responses.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/hex.ts";
import { keccak256 } from "../../kernel/keccak/keccak.ts";
import { MULTI_SEND_CODE_HASHES, SAFE_PROXY_CODE_HASHES, SAFE_SINGLETONS } from "./known-contracts.ts";
import type { Gap } from "./observed-call.ts";
import type { NumberedCall, SpelledBatch } from "./spelled-out.ts";

/** supportsExecutionMode(bytes32) of ERC-7579 and ERC-7821 */
const SUPPORTS_EXECUTION_MODE = "0xd03c7914";
const TRUE_WORD = `0x${"1".padStart(64, "0")}`;
/** The error of a reverted call; where a node has others for it, nothing is known. */
const REVERTED = 3;
/** A Safe's proxy keeps the address of its singleton in the first slot. */
const SINGLETON_SLOT = "0x0";

/** The calls of batches that said success which are proven to have been made, and what stood in the way of others. */
export async function proveSpelledOut(
	rpc: JsonRpc,
	batches: readonly SpelledBatch[],
	blockNumber: number,
): Promise<{ calls: NumberedCall[]; gap: Gap | null }> {
	const blockTag: Hex = `0x${blockNumber.toString(16)}`;
	const calls: NumberedCall[] = [];
	let gap: Gap | null = null;
	for (const { account, by, calls: made } of batches) {
		const doubt =
			by.kind === "safe"
				? await doubtInSafe(rpc, { account, multiSend: by.multiSend, blockTag })
				: await doubtInAccount(rpc, { account, mode: by.mode, blockTag });
		if (doubt === null) calls.push(...made);
		else gap = doubt;
		if (doubt?.isOutage) break;
	}
	return { calls, gap };
}

/** Whether the account is a Safe of known code, and the MultiSend what it is known as. */
async function doubtInSafe(
	rpc: JsonRpc,
	{ account, multiSend, blockTag }: { account: string; multiSend: string | null; blockTag: Hex },
): Promise<Gap | null> {
	const code = await ask(rpc, "eth_getCode", [account, blockTag], bytes());
	if (!code.ok) return silence(code, "eth_getCode");
	if (!SAFE_PROXY_CODE_HASHES.has(codeHash(code.value)))
		return doubt("the account's code is not a known Safe proxy");
	const slot = await ask(rpc, "eth_getStorageAt", [account, SINGLETON_SLOT, blockTag], storageWord());
	if (!slot.ok) return silence(slot, "eth_getStorageAt");
	const singleton = `0x${slot.value.slice(2).padStart(64, "0").slice(24)}`;
	if (!SAFE_SINGLETONS.has(singleton)) return doubt("the Safe's singleton is unknown");
	if (multiSend === null) return null;
	const library = await ask(rpc, "eth_getCode", [multiSend, blockTag], bytes());
	if (!library.ok) return silence(library, "eth_getCode");
	return codeHash(library.value) === MULTI_SEND_CODE_HASHES.get(multiSend)
		? null
		: doubt("the MultiSend contract does not have its known code on this chain");
}

/** There are too many accounts of ERC-7579 to know their code: the account must say itself that it is one. */
async function doubtInAccount(
	rpc: JsonRpc,
	{ account, mode, blockTag }: { account: string; mode: string; blockTag: Hex },
): Promise<Gap | null> {
	const call = { to: account, data: SUPPORTS_EXECUTION_MODE + mode };
	const answer = await ask(rpc, "eth_call", [call, blockTag], bytes());
	const isReverted = !answer.ok && answer.kind === "refused" && answer.code === REVERTED;
	if (!answer.ok && !isReverted) return silence(answer, "eth_call");
	const says = answer.ok && answer.value === TRUE_WORD;
	return says ? null : doubt("the account does not confirm the ERC-7579 execution mode");
}

function codeHash(code: Hex): Hex {
	return bytesToHex(keccak256(hexToBytes(code)));
}

function doubt(reason: string): Gap {
	return { isOutage: false, reason };
}

function silence(answer: Parameters<typeof whyNot>[0], method: string): Gap {
	return { isOutage: true, reason: whyNot(answer, method) };
}
