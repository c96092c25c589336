/** The exact text of webhook events and of samples (webhooks.md "The request"). */
import type { CaseState } from "./case-state.ts";
import type { EventType } from "./enumerations.ts";

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
		...{ caseId: `rc_${"0".repeat(32)}`, jrcHash: NO_HASH, historyHash: NO_HASH, eventSequence: 1 },
		txHash: subject.status === "executed" ? NO_HASH : null,
	};
	return eventEnvelope(sample, type, id, createdAt, { isTest: true });
}
