// Decodes ERC-4337's handleOps with ERC-7579's execute.
import {
	type AbiTuple,
	addressAt,
	argumentsOf,
	bytesAt,
	tuplesAt,
	uintAt,
	wordAt,
} from "../../kernel/encoding/abi-reader.ts";
import { ENTRY_POINTS, ZERO_ADDRESS } from "./known-contracts.ts";
import type { AccountCall } from "./observed-call.ts";

export type UserOperation = {
	readonly sender: string;
	/** An EntryPoint accepts each nonce of a sender once. */
	readonly nonce: bigint;
	/** Execution mode of ERC-7579: 64 hex digits. */
	readonly mode: string;
	readonly calls: readonly AccountCall[];
};

/** The fields have the same positions in both versions. */
const HANDLE_OPS = { "0.6": "0x1fad948c", "0.7": "0x765e827f" } as const;
const NONCE_FIELD = 1;
const CALL_DATA_FIELD = 3;
/** execute(bytes32 mode, bytes executionCalldata) */
const EXECUTE = "e9ae5c53";
/** Exec type 00 reverts if a call fails. Any other bit may change the meaning. */
const SINGLE = "00".repeat(32);
const BATCH = `01${"00".repeat(31)}`;
/** Overlapping offsets could encode millions of calls. */
const MAX_CALLS = 10_000;
/** target (20 bytes), value (32) */
const SINGLE_HEAD_DIGITS = 104;

/** Leaves out operations of an unknown format. @param to null if the transaction creates a contract */
export function decodeUserOperations(to: string | null, data: string): UserOperation[] {
	const version = to === null ? undefined : ENTRY_POINTS.get(to);
	if (version === undefined || !data.startsWith(HANDLE_OPS[version])) return [];
	const args = argumentsOf(data);
	const operations = (args && tuplesAt(args, 0)) ?? [];
	const decoded: UserOperation[] = [];
	let callsLeft = MAX_CALLS;
	for (const tuple of operations) {
		const operation = decodeOperation(tuple);
		if (operation === undefined) continue;
		callsLeft -= operation.calls.length;
		if (callsLeft < 0) return [];
		decoded.push(operation);
	}
	return decoded;
}

function decodeOperation(operation: AbiTuple): UserOperation | undefined {
	const sender = addressAt(operation, 0);
	const nonce = uintAt(operation, NONCE_FIELD);
	const callData = bytesAt(operation, CALL_DATA_FIELD);
	if (sender === undefined || nonce === undefined || !callData?.startsWith(EXECUTE)) return undefined;
	const args: AbiTuple = { digits: callData.slice(EXECUTE.length), start: 0 };
	const mode = wordAt(args, 0);
	const execution = bytesAt(args, 1);
	if (mode === undefined || execution === undefined) return undefined;
	const calls =
		mode === SINGLE
			? decodeSingle(sender, execution)
			: mode === BATCH
				? decodeBatch(sender, execution)
				: undefined;
	// ERC-7821 accounts read the zero address as themselves.
	return calls && { sender, nonce, mode, calls: calls.filter((call) => call.to !== ZERO_ADDRESS) };
}

/** abi.encodePacked(target, value, callData) */
function decodeSingle(caller: string, execution: string): AccountCall[] | undefined {
	if (execution.length < SINGLE_HEAD_DIGITS) return undefined;
	const value = BigInt(`0x${execution.slice(40, SINGLE_HEAD_DIGITS)}`);
	return [
		{ caller, to: `0x${execution.slice(0, 40)}`, value, data: `0x${execution.slice(SINGLE_HEAD_DIGITS)}` },
	];
}

/** abi.encode(Execution[]), an Execution being (address target, uint256 value, bytes callData) */
function decodeBatch(caller: string, execution: string): AccountCall[] | undefined {
	const calls: AccountCall[] = [];
	for (const entry of tuplesAt({ digits: execution, start: 0 }, 0) ?? [undefined]) {
		const to = entry && addressAt(entry, 0);
		const value = entry && uintAt(entry, 1);
		const data = entry && bytesAt(entry, 2);
		if (to === undefined || value === undefined || data === undefined) return undefined;
		calls.push({ caller, to, value, data: `0x${data}` });
	}
	return calls;
}
