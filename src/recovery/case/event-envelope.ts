import type { CaseState, EventType } from "./case-state.ts";

/**
 * The body of a webhook event: the exact text that every delivery carries (webhooks.md "The request").
 * @param createdAt ISO 8601
 */
export function eventEnvelope(
	{ caseId, jrcHash, status, txHash, statusReason }: CaseState,
	type: EventType,
	id: string,
	createdAt: string,
): string {
	return JSON.stringify({ id, type, createdAt, data: { caseId, jrcHash, status, txHash, statusReason } });
}
