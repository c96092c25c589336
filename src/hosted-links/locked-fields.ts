/** Compares what is filed with the fields that a link locks (hosted-links.md "What a link holds"). Pure. */
import type { Call, RecoveryIntent } from "../protocol/intent.ts";
import type { HostedLink } from "./link.ts";

/** `field`: its path in the request. */
export type LockedDifference = { field: string; rule: "must_equal" | "not_allowed"; message: string };

type Locking = Pick<HostedLink, "prefill" | "locked">;

export function differencesOf(link: Locking, { rec, txs }: RecoveryIntent): LockedDifference[] {
	const prefill = link.prefill ?? {};
	return link.locked.flatMap((name): LockedDifference[] => {
		if (name === "transactions") return transactionDifferences(prefill.transactions ?? [], txs);
		if (name === "ownerAddress") return [];
		const expected = prefill[name];
		return expected === undefined || isSame(rec[name], expected)
			? []
			: [{ field: `case.${name}`, rule: "must_equal", message: fixed(expected) }];
	});
}

export function ownerDifferences(link: Locking, ownerAddress: string): LockedDifference[] {
	const expected = link.prefill?.ownerAddress;
	if (!link.locked.includes("ownerAddress") || expected === undefined) return [];
	return isSame(ownerAddress, expected)
		? []
		: [{ field: "ownerAddress", rule: "must_equal", message: fixed(expected) }];
}

const fixed = (expected: string | number) => `is fixed by the link, which has \`${expected}\``;

/** Addresses and hex text are equal in any letter case. */
const isSame = (given: string | number, expected: string | number) =>
	String(given).toLowerCase() === String(expected).toLowerCase();

/** A transaction may be left out, because its removal cannot be locked. */
export function transactionDifferences(offered: readonly Call[], filed: readonly Call[]): LockedDifference[] {
	let from = 0;
	for (const [position, call] of filed.entries()) {
		const found = offered.findIndex((other, at) => at >= from && isSameCall(call, other));
		if (found < 0) {
			const message =
				"is not the link's next transaction: each may be left out, and none changed, added or moved";
			return [{ field: `transactions.${position}`, rule: "not_allowed", message }];
		}
		from = found + 1;
	}
	return [];
}

function isSameCall(call: Call, other: Call): boolean {
	return (
		isSame(call.dest, other.dest) &&
		isSame(call.data, other.data) &&
		BigInt(call.value) === BigInt(other.value)
	);
}
