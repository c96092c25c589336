/** The exact text of webhook events and of samples (webhooks.md "The request"). */
import type { CaseState } from "./case-state.ts";
import type { AccountEventType, EventType } from "./enumerations.ts";

/** What an event says of its case. `historyHash`: of the entry that made the event. */
export type EventSubject = Pick<
	CaseState,
	| "caseId"
	| "jrcHash"
	| "status"
	| "txHash"
	| "statusReason"
	| "eventSequence"
	| "historyHash"
	| "phase"
	| "reference"
>;

/** @param createdAt ISO 8601 */
export function eventEnvelope(
	subject: EventSubject,
	type: EventType,
	id: string,
	createdAt: string,
	{ isTest = false } = {},
): string {
	const { caseId, jrcHash, status, txHash, statusReason, eventSequence, historyHash, phase, reference } =
		subject;
	const data = {
		...{ caseId, jrcHash, status, txHash, statusReason, sequence: eventSequence, historyHash },
		...(type === "recovery_case.pending" && { phase }),
		...(reference !== undefined && { reference }),
		...(isTest && { test: true }),
	};
	return JSON.stringify({ id, type, createdAt, data });
}

const NO_CASE = `rc_${"0".repeat(32)}`;
/** Of which nobody has the key. */
const NO_ACCOUNT = "0x000000000000000000000000000000000000dEaD";
const NO_HASH = `0x${"0".repeat(64)}` as const;

/** A sample is about a case that does not exist; `data.test` tells it from an event. */
export function sampleEnvelope(
	subject: Pick<EventSubject, "status" | "statusReason" | "phase" | "reference">,
	type: EventType,
	id: string,
	createdAt: string,
): string {
	const sample = {
		...subject,
		...{ caseId: NO_CASE, jrcHash: NO_HASH, historyHash: NO_HASH, eventSequence: 1 },
		txHash: subject.status === "executed" ? NO_HASH : null,
	};
	return eventEnvelope(sample, type, id, createdAt, { isTest: true });
}

/** What everybody may read of a case in the notices, or of a schedule on its chain. `account`: with the letter case of EIP-55. */
export type AccountEventSubject = Pick<CaseState, "jrcHash"> & {
	/** Null for a schedule of which there is no case. */
	caseId: string | null;
	status: CaseState["status"] | null;
	chainId: number;
	account: string;
	/** ISO 8601, of a schedule: when it can be executed. */
	readyAt?: string;
	endsAt?: string;
};

/** @param createdAt ISO 8601 */
export function accountEventEnvelope(
	{ caseId, jrcHash, chainId, account, status, readyAt, endsAt }: AccountEventSubject,
	type: AccountEventType,
	id: string,
	createdAt: string,
	{ isTest = false } = {},
): string {
	const times = readyAt !== undefined && { readyAt, endsAt };
	const data = { caseId, jrcHash, chainId, account, status, ...times, ...(isTest && { test: true }) };
	return JSON.stringify({ id, type, createdAt, data });
}

/** A sample is about a case that does not exist, or about a schedule without one. */
export function accountSampleEnvelope(
	status: AccountEventSubject["status"],
	type: AccountEventType,
	id: string,
	createdAt: string,
): string {
	const isSchedule = type === "account.recovery_scheduled";
	const sample = {
		...{ status, chainId: 1, account: NO_ACCOUNT, jrcHash: NO_HASH },
		...(isSchedule ? { caseId: null, readyAt: createdAt, endsAt: createdAt } : { caseId: NO_CASE }),
	};
	return accountEventEnvelope(sample, type, id, createdAt, { isTest: true });
}
