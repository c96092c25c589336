// What accounts are asked to do by ERC-4337's handleOps, where they are called by ERC-7579's execute.
// Guarantees: pure; a form that is not exactly understood is left out.
import {
	type AbiTuple,
	addressAt,
	argumentsOf,
	bytesAt,
	tuplesAt,
	uintAt,
	wordAt,
} from "../../kernel/abi-reader.ts";
import { type DecodedCall, ZERO_ADDRESS } from "./decoded-call.ts";
import { ENTRY_POINTS } from "./known-contracts.ts";

export type UserOperation = {
	/** In lower case. */
	readonly sender: string;
	/** With the sender, what one EntryPoint takes only once. */
	readonly nonce: bigint;
	/** ERC-7579's mode: 64 digits. */
	readonly mode: string;
	readonly calls: readonly DecodedCall[];
};

/** handleOps of each form. The fields that are read here have the same places in both. */
const HANDLE_OPS = { "0.6": "0x1fad948c", "0.7": "0x765e827f" } as const;
const NONCE_FIELD = 1;
const CALL_DATA_FIELD = 3;
/** execute(bytes32 mode, bytes executionCalldata) */
const EXECUTE = "e9ae5c53";
/** Call type, then exec type 00: revert if a call fails. Any other bit may change what the account does. */
const SINGLE = "00".repeat(32);
const BATCH = `01${"00".repeat(31)}`;
/** A block has no room for so many; offsets that overlap could make a short calldata spell out millions. */
const MAX_CALLS = 10_000;
/** Digits of a single execution before its data: target (20 bytes), value (32). */
const SINGLE_HEAD_DIGITS = 104;

/**
 * The understood operations of a handleOps call to a known EntryPoint; none for any other transaction.
 *
 * @param to lower case, or null where the transaction creates a contract
 * @param data calldata in lower case
 */
export function decodeUserOperations(to: string | null, data: string): UserOperation[] {
	const version = to === null ? undefined : ENTRY_POINTS.get(to);
	if (version === undefined || !data.startsWith(HANDLE_OPS[version])) return [];
	const args = argumentsOf(data);
	const operations = (args && tuplesAt(args, 0)) ?? [];
	const decoded: UserOperation[] = [];
	let room = MAX_CALLS;
	for (const tuple of operations) {
		const operation = decodeOperation(tuple);
		if (operation === undefined) continue;
		room -= operation.calls.length;
		if (room < 0) return [];
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
		mode === SINGLE ? single(sender, execution) : mode === BATCH ? batch(sender, execution) : undefined;
	// ERC-7821's accounts, which share this function, read the zero address as themselves.
	return calls && { sender, nonce, mode, calls: calls.filter((call) => call.to !== ZERO_ADDRESS) };
}

/** abi.encodePacked(target, value, callData) */
function single(caller: string, execution: string): DecodedCall[] | undefined {
	if (execution.length < SINGLE_HEAD_DIGITS) return undefined;
	const value = BigInt(`0x${execution.slice(40, SINGLE_HEAD_DIGITS)}`);
	return [
		{ caller, to: `0x${execution.slice(0, 40)}`, value, data: `0x${execution.slice(SINGLE_HEAD_DIGITS)}` },
	];
}

/** abi.encode(Execution[]), an Execution being (address target, uint256 value, bytes callData) */
function batch(caller: string, execution: string): DecodedCall[] | undefined {
	const calls: DecodedCall[] = [];
	for (const entry of tuplesAt({ digits: execution, start: 0 }, 0) ?? [undefined]) {
		const to = entry && addressAt(entry, 0);
		const value = entry && uintAt(entry, 1);
		const data = entry && bytesAt(entry, 2);
		if (to === undefined || value === undefined || data === undefined) return undefined;
		calls.push({ caller, to, value, data: `0x${data}` });
	}
	return calls;
}
