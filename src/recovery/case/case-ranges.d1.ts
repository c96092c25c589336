/** Finds the index of `recovery_cases` that a filter uses, and the conditions that the index leaves to be checked. */
import { and, type Column, eq, or, type SQL, sql } from "drizzle-orm";
import { recoveryCases } from "../../db/schema.ts";
import { whole } from "../../db/whole.ts";
import type { CaseFilter } from "./case-filter.ts";

type Condition =
	| "case"
	| "developer"
	| "account"
	| "otherAccount"
	| "status"
	| "reason"
	| "chain"
	| "verification"
	| "executable"
	| "number"
	| "reference"
	| "created";

type Index = readonly Condition[];

/** The conditions that each index begins with, before time and id. A filter uses the first one that fits. */
const INDEXES: readonly Index[] = [
	["case"],
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

/** The same for indexes that go on with the change number. */
const CHANGES: readonly Index[] = [["case"], ["developer"], ["account"]];
/** Among the cases of a page's developer, the cursor of a wallet would number cases of others. */
const CHANGES_OF_WALLET: readonly Index[] = [["case"], ["account"]];

/** No case is in two of `ranges`. `rest`: undefined if the index has every condition. */
export type CaseRanges = { ranges: readonly (SQL | undefined)[]; rest: SQL | undefined };

/** What a condition allows, of which a case has one at most. */
type Alternatives = readonly SQL[];

/** One range for each status and for each column of an account, if the index begins with them. */
export function rangesOf(filter: CaseFilter): CaseRanges {
	const chains = chainsOf(filter);
	if (chains.size > 1) return { ranges: [], rest: undefined };
	const conditions = conditionsOf(filter, [...chains][0]);
	const index = indexesFor(filter).find((columns) => columns.every((name) => conditions.has(name))) ?? [];
	const ranges = index.reduce<(SQL | undefined)[]>(
		(ranges, name) =>
			ranges.flatMap((range) => (conditions.get(name) ?? []).map((alternative) => and(range, alternative))),
		[undefined],
	);
	const others = [...conditions].filter(([name]) => !index.includes(name));
	return { ranges, rest: and(...others.map(([, alternatives]) => or(...alternatives))) };
}

function indexesFor({ owner, changedSince }: CaseFilter): readonly Index[] {
	if (changedSince === undefined) return INDEXES;
	return "walletAddress" in owner ? CHANGES_OF_WALLET : CHANGES;
}

/** A contract wallet that asks for another chain finds nothing. */
function chainsOf({ owner, chainId }: CaseFilter): Set<number> {
	const provenOn = "walletAddress" in owner ? owner.provenOn : null;
	return new Set([provenOn, chainId].filter((id) => typeof id === "number"));
}

function conditionsOf(filter: CaseFilter, chainId: number | undefined): Map<Condition, Alternatives> {
	const { owner, account, statusReason, verification, fullCaseNumber, reference } = filter;
	const { caseId, statuses, executableBefore, createdAfter, changedSince } = filter;
	const developerId = "developerId" in owner ? owner.developerId : ofPage(owner);
	const wallet = "walletAddress" in owner ? owner.walletAddress : undefined;
	const one = <T>(value: T | undefined, conditionOf: (value: T) => SQL): Alternatives =>
		value === undefined ? [] : [conditionOf(value)];
	const equals = (column: Column, value: string | undefined) => one(value, (text) => eq(column, text));
	const conditions: [Condition, Alternatives][] = [
		["case", equals(recoveryCases.caseId, caseId)],
		["developer", equals(recoveryCases.developerId, developerId)],
		["reference", equals(recoveryCases.reference, reference)],
		["account", namesAccount(wallet ?? account)],
		["otherAccount", wallet === undefined || account === wallet ? [] : namesAccount(account)],
		["status", (statuses ?? []).map((status) => eq(recoveryCases.status, status))],
		["reason", equals(recoveryCases.statusReason, statusReason)],
		["chain", one(chainId, (id) => eq(recoveryCases.chainId, whole(id)))],
		["verification", equals(recoveryCases.orderVerification, verification)],
		["executable", one(executableBefore, (at) => sql`${recoveryCases.executeAfter} < ${whole(at)}`)],
		["number", one(fullCaseNumber, (text) => sql`${recoveryCases.fullCaseNumber} = ${text} COLLATE NOCASE`)],
		// In the order of time, it is where a range begins or ends.
		[
			"created",
			changedSince === undefined
				? []
				: one(createdAfter, (at) => sql`${recoveryCases.createdAt} > ${whole(at)}`),
		],
	];
	return new Map(conditions.filter(([, alternatives]) => alternatives.length > 0));
}

const ofPage = (owner: CaseFilter["owner"]) => ("through" in owner ? owner.through : undefined);

const namesAccount = (account: string | undefined): Alternatives =>
	account === undefined
		? []
		: [eq(recoveryCases.lostAccount, account), eq(recoveryCases.recoveryAccount, account)];
