// The calls that a transaction's calldata spells out, numbered. Pure.
import type { DecodedCall } from "./decoded-call.ts";
import type { Transaction } from "./rpc-answers.ts";
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
		| { readonly kind: "user-operation"; readonly nonce: bigint; readonly mode: string };
};

/** Whoever is to make them, and whether or not anything came of it. */
export function spelledOut({ to, input }: Transaction): SpelledBatch[] {
	if (to === null) return [];
	const safe = decodeSafeTransaction(to, input);
	if (safe !== undefined)
		return [{ account: to, calls: numbered(safe.calls, 1), by: { kind: "safe", multiSend: safe.multiSend } }];
	let next = 1;
	return decodeUserOperations(to, input).map(({ sender, nonce, mode, calls }) => {
		const batch = numbered(calls, next);
		next += calls.length;
		return { account: sender, calls: batch, by: { kind: "user-operation", nonce, mode } };
	});
}

function numbered(calls: readonly DecodedCall[], first: number): NumberedCall[] {
	return calls.map((call, at) => ({ ...call, index: first + at }));
}
