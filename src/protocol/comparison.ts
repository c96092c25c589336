/** Values of a claim, compared by a reviewer with the court's papers (recovery.md "What a reviewer compared"). Pure. */
import { type Act, decodeAct } from "./decode-act.ts";
import { type Of, objectWithOptional, text } from "./form.ts";
import type { Call, Rec } from "./intent.ts";
import type { CourtInfo } from "./signed-messages.ts";

/** Of one decision. */
export const MAX_COMPARED = 100;

/** `differs`: why the found value is another one. */
export const comparedValue = objectWithOptional({ value: text(), found: text() }, { differs: text() });
export type ComparedValue = Of<typeof comparedValue>;

export type ClaimedValue = {
	/** Its path in the case's record. */
	value: string;
	kind: "account" | "hash" | "number" | "text";
	claimed: string;
};

export type Claim = {
	jrcHash: string;
	rec: Pick<Rec, "lostAccount" | "recoveryAccount">;
	txs: readonly Call[];
	courtOrder: CourtInfo | null;
};

export type ComparisonFault = {
	/** Position in the list. */
	at: number;
	field: keyof ComparedValue;
	problem:
		| "unknown"
		| "repeated"
		/** Without `differs`. */
		| "unequal"
		/** With `differs`. */
		| "equal"
		/** An order that names another account, hash or number is not verified. */
		| "other_order";
};

export function claimedValues({ jrcHash, rec, txs, courtOrder }: Claim): ClaimedValue[] {
	const { lostAccount, recoveryAccount } = rec;
	const parties = [lostAccount, recoveryAccount];
	return [
		...(courtOrder === null ? [] : valuesOfOrder(courtOrder)),
		{ value: "jrcHash", kind: "hash", claimed: jrcHash },
		{ value: "case.lostAccount", kind: "account", claimed: lostAccount },
		{ value: "case.recoveryAccount", kind: "account", claimed: recoveryAccount },
		...txs.flatMap((call, at) => valuesOfCall(call, `transactions[${at}]`, parties)),
	];
}

function valuesOfOrder({ title, fullCaseNumber, courtId, docketNumber }: CourtInfo): ClaimedValue[] {
	return [
		{ value: "courtOrder.title", kind: "text", claimed: title },
		{ value: "courtOrder.fullCaseNumber", kind: "text", claimed: fullCaseNumber },
		{ value: "courtOrder.courtId", kind: "text", claimed: courtId },
		{ value: "courtOrder.docketNumber", kind: "number", claimed: String(docketNumber) },
	];
}

function valuesOfCall(call: Call, path: string, parties: readonly string[]): ClaimedValue[] {
	// No checksum, because addresses are compared in any letter case.
	const act = decodeAct(call.data, (address) => address);
	const [receiver, amount] = [receiverOf(act, call), amountOf(act, call)];
	const isNamed = receiver === null || parties.some((party) => isSameValue("account", party, receiver));
	return [
		...(isNamed ? [] : [{ value: `${path}.receiver`, kind: "account" as const, claimed: receiver }]),
		...(amount === null ? [] : [{ value: `${path}.amount`, kind: "number" as const, claimed: amount }]),
	];
}

function receiverOf(act: Act, { dest }: Call): string | null {
	switch (act.kind) {
		case "plain_value":
			return dest;
		case "safe_add_owner":
			return act.owner;
		case "safe_swap_owner":
			return act.newOwner;
		default:
			return "to" in act ? act.to : null;
	}
}

/** In smallest units. */
function amountOf(act: Act, { value }: Call): string | null {
	switch (act.kind) {
		case "plain_value":
			return BigInt(value).toString();
		case "transfer":
			return act.amount;
		case "transfer_from":
			return act.amountOrId;
		default:
			return null;
	}
}

export function isSameValue(kind: ClaimedValue["kind"], claimed: string, found: string): boolean {
	switch (kind) {
		case "account":
		case "hash":
			return claimed.toLowerCase() === found.toLowerCase();
		case "number":
			return /^\d{1,78}$/.test(found) && BigInt(found) === BigInt(claimed);
		case "text":
			return comparableText(claimed) === comparableText(found);
	}
}

const comparableText = (given: string) => given.normalize("NFC").replaceAll(/\s+/g, " ").trim().toLowerCase();

/** @param isVerification the decision verifies the order */
export function comparisonFaults(
	compared: readonly ComparedValue[],
	claim: Claim,
	isVerification: boolean,
): ComparisonFault[] {
	const known = new Map(claimedValues(claim).map((claimed) => [claimed.value, claimed]));
	const seen = new Set<string>();
	return compared.flatMap(({ value, found, differs }, at): ComparisonFault[] => {
		const claimed = known.get(value);
		if (!claimed) return [{ at, field: "value", problem: "unknown" }];
		if (seen.has(value)) return [{ at, field: "value", problem: "repeated" }];
		seen.add(value);
		const isSame = isSameValue(claimed.kind, claimed.claimed, found);
		if (isSame) return differs === undefined ? [] : [{ at, field: "differs", problem: "equal" }];
		if (differs === undefined) return [{ at, field: "found", problem: "unequal" }];
		return isVerification && claimed.kind !== "text" ? [{ at, field: "found", problem: "other_order" }] : [];
	});
}
