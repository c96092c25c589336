import type { Hex } from "../../kernel/encoding/hex.ts";
import { CHAIN_PROOF_GRADES } from "../../protocol/enumerations.ts";

export type AccountCall = {
	/** Addresses in lower case. */
	readonly caller: string;
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	/** `0x…` in lower case. */
	readonly data: string;
};

export type ChainProofGrade = (typeof CHAIN_PROOF_GRADES)[number];

/** A call that was made and not reverted. */
export type ObservedCall = AccountCall & {
	readonly txHash: Hex;
	/**
	 * 0: the transaction; 1 to 10,000: calls in its calldata; 500,000 and above: calls of the recovery module; 1,000,000 and
	 * above: others by position in the trace.
	 * Grades must agree, or a call could prove two cases.
	 */
	readonly index: number;
	readonly grade: ChainProofGrade;
};

export type ObservedTransaction = {
	readonly txHash: Hex;
	readonly blockNumber: number;
	readonly blockHash: Hex;
	/** In the order of execution. */
	readonly calls: readonly ObservedCall[];
	readonly reverted: readonly AccountCall[];
	/** Null if every call by an allowed account is in `calls`. */
	readonly gap: Gap | null;
};

export type Gap = {
	readonly isOutage: boolean;
	readonly reason: string;
};

export function isAtLeast(grade: ChainProofGrade, minimum: ChainProofGrade): boolean {
	return CHAIN_PROOF_GRADES.indexOf(grade) <= CHAIN_PROOF_GRADES.indexOf(minimum);
}

export function weakestOf(calls: readonly ObservedCall[]): ChainProofGrade {
	const rank = Math.max(0, ...calls.map(({ grade }) => CHAIN_PROOF_GRADES.indexOf(grade)));
	return CHAIN_PROOF_GRADES[rank] ?? "decoded";
}
