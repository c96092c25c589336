/** Finds the index of `recovery_cases` that a filter uses, and the conditions that the index leaves to be checked. */
import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { recoveryCases } from "../../db/schema.ts";
import type { CaseFilter } from "./case-filter.ts";

type Condition =
	| "developer"
	| "account"
	| "otherAccount"
	| "status"
	| "reason"
	| "chain"
	| "verification"
	| "executable"
	| "number"
	| "reference";

/** The conditions that each index begins with, before time and id. A filter uses the first one that fits. */
const INDEXES: readonly (readonly Condition[])[] = [
	["developer", "reference"],
	["developer", "account"],
	["account", "chain"],
	["account"],
	["number"],
	["developer", "status", "chain"],
	["developer", "status"],
	["developer", "chain"],
	["developer", "verification"],
	// A developer's cursor names only its own cases, because it walks no index of others.
	["developer"],
	["verification"],
	["reason"],
	["status", "chain"],
	["status"],
	["chain"],
];

/** `rest`: undefined if the index has every condition. */
export type CaseRange = { indexed: SQL | undefined; rest: SQL | undefined };

// D1 binds numbers as REAL; the index needs integers.
const isOnChain = (chainId: number) => sql`${recoveryCases.chainId} = CAST(${chainId} AS INTEGER)`;

/** One range, or with an account one for each of its columns. No case is in both, because its two accounts differ. */
export function rangesOf(filter: CaseFilter): CaseRange[] {
	const chains = chainsOf(filter);
	if (chains.size > 1) return [];
	const conditions = conditionsOf(filter, [...chains][0]);
	const account = accountOf(filter);
	if (account === undefined) return [rangeOf(conditions)];
	return [recoveryCases.lostAccount, recoveryCases.recoveryAccount].map((column) =>
		rangeOf(new Map([...conditions, ["account", eq(column, account)]])),
	);
}

/** A contract wallet that asks for another chain finds nothing. */
function chainsOf({ owner, chainId }: CaseFilter): Set<number> {
	const provenOn = "walletAddress" in owner ? owner.provenOn : null;
	return new Set([provenOn, chainId].filter((id) => typeof id === "number"));
}

const accountOf = ({ owner, account }: CaseFilter) =>
	"walletAddress" in owner ? owner.walletAddress : account;

function conditionsOf(filter: CaseFilter, chainId: number | undefined): Map<Condition, SQL> {
	const { owner, account, status, statusReason, verification, fullCaseNumber, reference } = filter;
	const { executableBefore } = filter;
	const developerId = "developerId" in owner ? owner.developerId : ofPage(owner);
	const equals = (column: Column, value: string | undefined) =>
		value === undefined ? undefined : eq(column, value);
	const conditions: [Condition, SQL | undefined][] = [
		["developer", equals(recoveryCases.developerId, developerId)],
		["reference", equals(recoveryCases.reference, reference)],
		["otherAccount", account === accountOf(filter) ? undefined : namesAccount(account)],
		["status", equals(recoveryCases.status, status)],
		["reason", equals(recoveryCases.statusReason, statusReason)],
		["chain", chainId === undefined ? undefined : isOnChain(chainId)],
		["verification", equals(recoveryCases.orderVerification, verification)],
		[
			"executable",
			executableBefore === undefined
				? undefined
				: sql`${recoveryCases.executeAfter} < CAST(${executableBefore} AS INTEGER)`,
		],
		[
			"number",
			fullCaseNumber === undefined
				? undefined
				: sql`${recoveryCases.fullCaseNumber} = ${fullCaseNumber} COLLATE NOCASE`,
		],
	];
	return new Map(conditions.filter((entry): entry is [Condition, SQL] => entry[1] !== undefined));
}

const ofPage = (owner: CaseFilter["owner"]) => ("through" in owner ? owner.through : undefined);

const namesAccount = (account: string | undefined) =>
	account === undefined
		? undefined
		: sql`(${recoveryCases.lostAccount} = ${account} OR ${recoveryCases.recoveryAccount} = ${account})`;

function rangeOf(conditions: ReadonlyMap<Condition, SQL>): CaseRange {
	const index = INDEXES.find((columns) => columns.every((column) => conditions.has(column))) ?? [];
	const names = [...conditions.keys()];
	const those = (isWanted: (name: Condition) => boolean) =>
		and(...names.filter(isWanted).map((name) => conditions.get(name)));
	return {
		indexed: those((name) => index.includes(name)),
		rest: those((name) => !index.includes(name)),
	};
}
