import type { Hex } from "../../kernel/hex.ts";
import type { DecodedCall } from "./decoded-call.ts";

/** How a call was seen, strongest first (recovery.md "Proof of execution"). */
const CHAIN_PROOF_GRADES = ["trace", "direct", "decoded"] as const;
export type ChainProofGrade = (typeof CHAIN_PROOF_GRADES)[number];

/** A call that was made and lasted. */
export type ObservedCall = DecodedCall & {
	readonly txHash: Hex;
	/**
	 * Names the call within its transaction, whatever it was seen by: 0 is the transaction itself, 1 to 10,000
	 * the calls that its calldata spells out, in their order, and 1,000,000 and up any other by its place in
	 * the trace. Were it the place in the trace alone, a call could prove one case by trace and another decoded.
	 */
	readonly index: number;
	readonly grade: ChainProofGrade;
};

/** A mined transaction, and which of its calls are known. */
export type ObservedTransaction = {
	readonly txHash: Hex;
	readonly blockNumber: number;
	readonly blockHash: Hex;
	/** In the order in which they were made. */
	readonly calls: readonly ObservedCall[];
	/** What was undone again; known to say why a case is not proven. */
	readonly reverted: readonly DecodedCall[];
	/** Null where every call by an account that counts is among `calls`; otherwise why they are not known. */
	readonly gap: Gap | null;
};

export type Gap = {
	/** Whether another try may tell more: something failed to answer. */
	readonly isOutage: boolean;
	readonly reason: string;
};

export function isAtLeast(grade: ChainProofGrade, minimum: ChainProofGrade): boolean {
	return CHAIN_PROOF_GRADES.indexOf(grade) <= CHAIN_PROOF_GRADES.indexOf(minimum);
}

/** The weakest grade of a list; trace for an empty one. */
export function weakestOf(calls: readonly ObservedCall[]): ChainProofGrade {
	const rank = Math.max(0, ...calls.map(({ grade }) => CHAIN_PROOF_GRADES.indexOf(grade)));
	return CHAIN_PROOF_GRADES[rank] ?? "decoded";
}
