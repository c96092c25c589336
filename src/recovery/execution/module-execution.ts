/**
 * The calls of a recovery that the recovery module made: the grade `module` (recovery.md "Grades of proof"). The module
 * computes the jrcHash, makes all calls of that intent or none, and its address follows from its code.
 */
import { moduleCalls } from "../../chain/recovery-module.ts";
import type { Log } from "../../chain/rpc-responses.ts";
import { addressAt, argumentsOf, bytesAt, uintAt } from "../../kernel/encoding/abi-reader.ts";
import { moduleAddress } from "../../protocol/recovery-module/court-recovery-module.ts";
import type { ExpectedCall } from "./match-calls.ts";
import type { AccountCall } from "./observed-call.ts";

/** Above the calls that a calldata spells out, below those of a trace (see `ObservedCall`). */
const FIRST_INDEX = 500_000;
/** execTransactionFromModuleReturnData(address,uint256,bytes,uint8) */
const EXECUTE_FROM_MODULE = "0x5229073f";

export const MODULE = moduleAddress.toLowerCase();

/** What the module's event must name. `account`: in lower case. */
export type ModuleClaim = { account: string; jrcHash: string; expected: readonly ExpectedCall[] };

/**
 * The calls, if the module says that the account made them. In a transaction with several executions their numbers are not
 * known without a trace, so it proves none.
 */
export function executedByModule(
	logs: readonly Log[],
	{ account, jrcHash, expected }: ModuleClaim,
): (AccountCall & { index: number })[] {
	const executed = logs
		.flatMap((log) => (log.address === MODULE ? (moduleCalls.readEvent(log) ?? []) : []))
		.filter(({ kind }) => kind === "executed");
	const [only, ...others] = executed;
	if (only?.kind !== "executed" || others.length > 0) return [];
	if (only.account !== account || only.jrcHash !== jrcHash) return [];
	return expected.map((call, at) => ({ caller: account, ...call, index: FIRST_INDEX + at }));
}

/** The numbers of the module's calls in a trace, by their position: the same as without a trace. */
export function moduleIndexes(calls: readonly AccountCall[]): ReadonlyMap<number, number> {
	const indexes = new Map<number, number>();
	let next = FIRST_INDEX;
	for (const [position, { caller, to, data }] of calls.entries()) {
		if (caller !== MODULE || !data.startsWith(EXECUTE_FROM_MODULE)) continue;
		const index = next++;
		const given = argumentsOf(data);
		const [dest, value] = given ? [addressAt(given, 0), uintAt(given, 1)] : [];
		const content = given && bytesAt(given, 2);
		const isMade = (call: AccountCall) =>
			call.caller === to && call.to === dest && call.value === value && call.data === `0x${content}`;
		// A guard of the account may be asked in between.
		const made = calls.findIndex((call, at) => at > position && isMade(call));
		if (made >= 0 && !indexes.has(made)) indexes.set(made, index);
	}
	return indexes;
}
