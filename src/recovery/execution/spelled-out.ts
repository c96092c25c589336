// The calls that a transaction's calldata spells out, numbered, where its events say that they were made. Pure.

import { type Log, log, type Transaction } from "../../chain/rpc-responses.ts";
import type { DecodedCall } from "./decoded-call.ts";
import { decodeSafeTransaction } from "./safe-transaction.ts";
import { decodeUserOperations } from "./user-operations.ts";

/** With its number in the transaction's calldata, from 1 on: its index, as observed-call.ts defines it. */
export type NumberedCall = DecodedCall & { readonly index: number };

/** Calls that one account makes together or not at all. */
export type SpelledBatch = {
	/** In lower case. */
	readonly account: string;
	readonly calls: readonly NumberedCall[];
	readonly by:
		| { readonly kind: "safe"; readonly multiSend: string | null }
		| { readonly kind: "user_operation"; readonly nonce: bigint; readonly mode: string };
};

/** ExecutionSuccess(bytes32 txHash, uint256 payment); its first argument is a topic from 1.4 on. */
const EXECUTION_SUCCESS = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
const EXECUTION_FAILURE = "0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23";
/** UserOperationEvent(userOpHash, sender, paymaster; nonce, success, actualGasCost, actualGasUsed) */
const USER_OPERATION_EVENT = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f";
const USER_OPERATION_DATA_LENGTH = 2 + 4 * 64;

/**
 * Those of a receipt's logs that `spelledOut` goes by: none where the calldata spells out nothing, otherwise those of
 * the contract that was called. Undefined where a log is malformed.
 */
export function tellingLogs(transaction: Transaction, logs: readonly unknown[]): Log[] | undefined {
	if (allSpelledOut(transaction).length === 0) return [];
	const parsed = log().array().safeParse(logs).data;
	return parsed?.filter(({ address }) => address === transaction.to);
}

/**
 * The batches of a successful transaction, whoever makes them, without those that failed by their events. An
 * event is only its contract's word: enough to number calls, which a trace or decoded-proof.ts then proves.
 */
export function spelledOut(transaction: Transaction, logs: readonly Log[]): SpelledBatch[] {
	const { to } = transaction;
	return to === null ? [] : allSpelledOut(transaction).filter((batch) => saidSuccess(logs, batch, to));
}

function saidSuccess(logs: readonly Log[], { account, by }: SpelledBatch, entryPoint: string): boolean {
	switch (by.kind) {
		case "safe":
			return safeSaidSuccess(logs, account);
		case "user_operation":
			return operationSaidSuccess(logs, { account, nonce: by.nonce, entryPoint });
	}
}

/** Its outermost execution ends with one of the two events; with no failure among them that one is a success. */
function safeSaidSuccess(logs: readonly Log[], safe: string): boolean {
	const events = logs.filter(({ address }) => address === safe).map(({ topics }) => topics[0]);
	return events.includes(EXECUTION_SUCCESS) && !events.includes(EXECUTION_FAILURE);
}

/** An EntryPoint takes a nonce of a sender once, so there is one event. */
function operationSaidSuccess(
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
	return event !== undefined && BigInt(`0x${event.data.slice(66, 130)}`) === 1n;
}

function allSpelledOut({ to, input }: Transaction): SpelledBatch[] {
	if (to === null) return [];
	const safe = decodeSafeTransaction(to, input);
	if (safe !== undefined)
		return [{ account: to, calls: numbered(safe.calls, 1), by: { kind: "safe", multiSend: safe.multiSend } }];
	let next = 1;
	return decodeUserOperations(to, input).map(({ sender, nonce, mode, calls }) => {
		const batch = numbered(calls, next);
		next += calls.length;
		return { account: sender, calls: batch, by: { kind: "user_operation", nonce, mode } };
	});
}

function numbered(calls: readonly DecodedCall[], first: number): NumberedCall[] {
	return calls.map((call, at) => ({ ...call, index: first + at }));
}
