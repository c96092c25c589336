// Decodes a Safe's execTransaction and MultiSend batches (Safe 1.3.0 to 1.5.0).
import { type AbiTuple, addressAt, argumentsOf, bytesAt, uintAt } from "../../kernel/encoding/abi-reader.ts";
import { MULTI_SEND_CODE_HASHES, ZERO_ADDRESS } from "./known-contracts.ts";
import type { AccountCall } from "./observed-call.ts";

export type SafeTransaction = {
	readonly calls: readonly AccountCall[];
	readonly multiSend: string | null;
};

/** execTransaction(address to, uint256 value, bytes data, uint8 operation, …) */
const EXEC_TRANSACTION = "0x6a761202";
/** multiSend(bytes transactions) */
const MULTI_SEND = "8d80ff0a";
/** Values of `operation`. */
const CALL = 0n;
const DELEGATECALL = 1n;
/** operation (1 byte), to (20), value (32), length of the data (32) */
const ENTRY_HEAD_DIGITS = 170;

/**
 * Undefined for other calldata, and for a delegatecall to an unknown contract.
 * @param data lower case
 */
export function decodeSafeTransaction(safe: string, data: string): SafeTransaction | undefined {
	const args = data.startsWith(EXEC_TRANSACTION) ? argumentsOf(data) : undefined;
	if (args === undefined) return undefined;
	const to = addressAt(args, 0);
	const value = uintAt(args, 1);
	const content = bytesAt(args, 2);
	const operation = uintAt(args, 3);
	if (to === undefined || value === undefined || content === undefined) return undefined;
	if (operation === CALL)
		return { calls: [{ caller: safe, to, value, data: `0x${content}` }], multiSend: null };
	if (operation !== DELEGATECALL || !MULTI_SEND_CODE_HASHES.has(to) || !content.startsWith(MULTI_SEND))
		return undefined;
	const batch = bytesAt({ digits: content.slice(MULTI_SEND.length), start: 0 } satisfies AbiTuple, 0);
	const calls = batch === undefined ? undefined : decodeBatch(safe, batch);
	return calls && { calls, multiSend: to };
}

/** Ignores delegatecalls, because they are not calls by the Safe. */
function decodeBatch(safe: string, batch: string): AccountCall[] | undefined {
	const calls: AccountCall[] = [];
	for (let at = 0; at < batch.length; ) {
		if (at + ENTRY_HEAD_DIGITS > batch.length) return undefined;
		const operation = batch.slice(at, at + 2);
		const to = `0x${batch.slice(at + 2, at + 42)}`;
		const value = BigInt(`0x${batch.slice(at + 42, at + 106)}`);
		const size = BigInt(`0x${batch.slice(at + 106, at + ENTRY_HEAD_DIGITS)}`) * 2n;
		const from = at + ENTRY_HEAD_DIGITS;
		if (size > BigInt(batch.length - from)) return undefined;
		at = from + Number(size);
		if (operation !== "00" && operation !== "01") return undefined;
		if (operation === "00" && to !== ZERO_ADDRESS)
			calls.push({ caller: safe, to, value, data: `0x${batch.slice(from, at)}` });
	}
	return calls;
}
