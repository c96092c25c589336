// The decoded grade: calls that a transaction's calldata spells out, and the proof that they were made: the code
// that carries them out is known, and it said in its event that it did (recovery.md "Proof of execution").
// Guarantees: a contract that only looks like a Safe proves nothing; where an answer is missing, nothing is said.
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/hex.ts";
import { keccak256 } from "../../kernel/keccak/keccak.ts";
import type { JsonRpc } from "./json-rpc.ts";
import { MULTI_SEND_CODE_HASHES, SAFE_PROXY_CODE_HASHES, SAFE_SINGLETONS } from "./known-contracts.ts";
import type { Gap } from "./observed-call.ts";
import { ask, bytes, type Log, log, type Receipt, storageWord, whyNot } from "./rpc-answers.ts";
import type { NumberedCall, SpelledBatch } from "./spelled-out.ts";

/** ExecutionSuccess(bytes32 txHash, uint256 payment); its first argument is a topic from 1.4 on. */
const EXECUTION_SUCCESS = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
const EXECUTION_FAILURE = "0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23";
/** UserOperationEvent(userOpHash, sender, paymaster; nonce, success, actualGasCost, actualGasUsed) */
const USER_OPERATION_EVENT = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f";
const USER_OPERATION_DATA_LENGTH = 2 + 4 * 64;
/** supportsExecutionMode(bytes32) of ERC-7579 and ERC-7821 */
const SUPPORTS_EXECUTION_MODE = "0xd03c7914";
const TRUE_WORD = `0x${"1".padStart(64, "0")}`;
/** A Safe's proxy keeps the address of its singleton in the first slot. */
const SINGLETON_SLOT = "0x0";

const MALFORMED_RECEIPT: Gap = { isOutage: true, reason: "eth_getTransactionReceipt: a log is malformed" };

/** The calls of a successful transaction that are proven to have been made, and what stood in the way of others. */
export async function provenByEvents(
	rpc: JsonRpc,
	receipt: Receipt,
	batches: readonly SpelledBatch[],
): Promise<{ calls: NumberedCall[]; gap: Gap | null }> {
	const calls: NumberedCall[] = [];
	if (batches.length === 0) return { calls, gap: null };
	const logs = log.array().safeParse(receipt.logs).data;
	if (logs === undefined || receipt.to === null) return { calls, gap: MALFORMED_RECEIPT };
	let gap: Gap | null = null;
	for (const batch of batches) {
		const doubt = await doubtIn(rpc, { batch, logs, entryPoint: receipt.to, at: receipt.blockNumber });
		if (doubt === null) calls.push(...batch.calls);
		else gap = doubt;
		if (doubt?.isOutage) break;
	}
	return { calls, gap };
}

/** Why it is not proven that a batch was carried out; null where it is. */
async function doubtIn(
	rpc: JsonRpc,
	{
		batch,
		logs,
		entryPoint,
		at,
	}: { batch: SpelledBatch; logs: readonly Log[]; entryPoint: string; at: number },
): Promise<Gap | null> {
	const { account, by } = batch;
	const blockTag: Hex = `0x${at.toString(16)}`;
	switch (by.kind) {
		case "safe":
			if (!saidSuccess(logs, account)) return doubt("the Safe did not say that it succeeded");
			return doubtInSafe(rpc, { account, multiSend: by.multiSend, blockTag });
		case "user-operation":
			if (!saidOperationSuccess(logs, { account, nonce: by.nonce, entryPoint }))
				return doubt("the EntryPoint did not say that the user operation succeeded");
			return doubtInAccount(rpc, { account, mode: by.mode, blockTag });
	}
}

/** Its outermost execution ends with one of the two events; with no failure among them that one is a success. */
function saidSuccess(logs: readonly Log[], safe: string): boolean {
	const events = logs.filter(({ address }) => address === safe).map(({ topics }) => topics[0]);
	return events.includes(EXECUTION_SUCCESS) && !events.includes(EXECUTION_FAILURE);
}

function saidOperationSuccess(
	logs: readonly Log[],
	{ account, nonce, entryPoint }: { account: string; nonce: bigint; entryPoint: string },
): boolean {
	const event = logs.find(
		({ address, topics, data }) =>
			address === entryPoint &&
			topics[0] === USER_OPERATION_EVENT &&
			topics[2] === `0x${account.slice(2).padStart(64, "0")}` &&
			data.length === USER_OPERATION_DATA_LENGTH &&
			BigInt(data.slice(0, 66)) === nonce,
	);
	return event !== undefined && `0x${event.data.slice(66, 130)}` === TRUE_WORD;
}

/** Whether the account is a Safe of known code, and the MultiSend what it is known as. */
async function doubtInSafe(
	rpc: JsonRpc,
	{ account, multiSend, blockTag }: { account: string; multiSend: string | null; blockTag: Hex },
): Promise<Gap | null> {
	const code = await ask(rpc, "eth_getCode", [account, blockTag], bytes);
	if (!code.ok) return silence(code, "eth_getCode");
	if (!SAFE_PROXY_CODE_HASHES.has(codeHash(code.value))) return doubt("the account is not of a Safe's code");
	const slot = await ask(rpc, "eth_getStorageAt", [account, SINGLETON_SLOT, blockTag], storageWord);
	if (!slot.ok) return silence(slot, "eth_getStorageAt");
	const singleton = `0x${slot.value.slice(2).padStart(64, "0").slice(24)}`;
	if (!SAFE_SINGLETONS.has(singleton)) return doubt("the Safe's singleton is not known");
	if (multiSend === null) return null;
	const library = await ask(rpc, "eth_getCode", [multiSend, blockTag], bytes);
	if (!library.ok) return silence(library, "eth_getCode");
	return codeHash(library.value) === MULTI_SEND_CODE_HASHES.get(multiSend)
		? null
		: doubt("MultiSend is not deployed on this chain");
}

/** There are too many accounts of ERC-7579 to know their code: the account must say itself that it is one. */
async function doubtInAccount(
	rpc: JsonRpc,
	{ account, mode, blockTag }: { account: string; mode: string; blockTag: Hex },
): Promise<Gap | null> {
	const call = { to: account, data: SUPPORTS_EXECUTION_MODE + mode };
	const answer = await ask(rpc, "eth_call", [call, blockTag], bytes);
	if (!answer.ok && answer.kind === "unavailable") return { isOutage: true, reason: answer.reason };
	const says = answer.ok && answer.value === TRUE_WORD;
	return says ? null : doubt("the account does not say that it is one of ERC-7579");
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
