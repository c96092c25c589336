// Decodes batches of calls whose success the transaction's events confirm.

import { type Log, logSchema, type Transaction } from "../../chain/rpc-responses.ts";
import { decodeUserOperations } from "./decode-handle-ops.ts";
import { MODULE } from "./module-execution.ts";
import type { AccountCall } from "./observed-call.ts";
import { decodeSafeTransaction } from "./safe-transaction.ts";

/** `index`: the position in the calldata, from 1 (see `ObservedCall`). */
export type IndexedCall = AccountCall & { readonly index: number };

/** All calls succeed, or none. */
export type DecodedBatch = {
	readonly account: string;
	readonly calls: readonly IndexedCall[];
	readonly by:
		| { readonly kind: "safe"; readonly multiSend: string | null }
		| { readonly kind: "user_operation"; readonly nonce: bigint; readonly mode: string };
};

/** ExecutionSuccess(bytes32,uint256); the first argument is a topic from 1.4 on. */
const EXECUTION_SUCCESS = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
const EXECUTION_FAILURE = "0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23";
/** UserOperationEvent(userOpHash, sender, paymaster; nonce, success, actualGasCost, actualGasUsed) */
const USER_OPERATION_EVENT = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f";
const USER_OPERATION_DATA_LENGTH = 2 + 4 * 64;

/** Those of decoded batches and of the recovery module. Undefined if a needed log is malformed. */
export function relevantLogs(transaction: Transaction, logs: readonly unknown[]): Log[] | undefined {
	const hasBatches = decodeBatches(transaction).length > 0;
	const needed = hasBatches ? logs : logs.filter((log) => isOfModule(Object(log).address));
	const parsed = logSchema().array().safeParse(needed).data;
	return parsed?.filter(({ address }) => address === MODULE || (hasBatches && address === transaction.to));
}

const isOfModule = (address: unknown) => typeof address === "string" && address.toLowerCase() === MODULE;

/** Any contract can emit the events, so a trace or prove-batches.ts must prove the calls. */
export function confirmedBatches(transaction: Transaction, logs: readonly Log[]): DecodedBatch[] {
	const { to } = transaction;
	return to === null ? [] : decodeBatches(transaction).filter((batch) => isConfirmed(logs, batch, to));
}

function isConfirmed(logs: readonly Log[], { account, by }: DecodedBatch, entryPoint: string): boolean {
	switch (by.kind) {
		case "safe":
			return isSafeSuccess(logs, account);
		case "user_operation":
			return isOperationSuccess(logs, { account, nonce: by.nonce, entryPoint });
	}
}

/** The outermost execution emits one of two events, so it succeeded if there is no failure. */
function isSafeSuccess(logs: readonly Log[], safe: string): boolean {
	const events = logs.filter(({ address }) => address === safe).map(({ topics }) => topics[0]);
	return events.includes(EXECUTION_SUCCESS) && !events.includes(EXECUTION_FAILURE);
}

function isOperationSuccess(
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

function decodeBatches({ to, input }: Transaction): DecodedBatch[] {
	if (to === null) return [];
	const safe = decodeSafeTransaction(to, input);
	if (safe !== undefined)
		return [{ account: to, calls: indexed(safe.calls, 1), by: { kind: "safe", multiSend: safe.multiSend } }];
	let next = 1;
	return decodeUserOperations(to, input).map(({ sender, nonce, mode, calls }) => {
		const batch = indexed(calls, next);
		next += calls.length;
		return { account: sender, calls: batch, by: { kind: "user_operation", nonce, mode } };
	});
}

function indexed(calls: readonly AccountCall[], first: number): IndexedCall[] {
	return calls.map((call, position) => ({ ...call, index: first + position }));
}
