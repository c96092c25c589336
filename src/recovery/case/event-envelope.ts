import type { CaseState, EventType } from "./case-state.ts";

/**
 * The webhook envelope of the specification, with `statusReason` added (webhooks.md "The request"), as the exact
 * text that every delivery carries. @param createdAt ISO 8601
 */
export function eventEnvelope(
	{ caseId, jrcHash, status, txHash, statusReason }: CaseState,
	type: EventType,
	id: string,
	createdAt: string,
): string {
	return JSON.stringify({ id, type, createdAt, data: { caseId, jrcHash, status, txHash, statusReason } });
}
