import type { CaseState, EventType } from "./case-state.ts";

/** The exact text of a webhook event (webhooks.md "The request"). @param createdAt ISO 8601 */
export function eventEnvelope(
	{ caseId, jrcHash, status, txHash, statusReason, reference }: CaseState,
	type: EventType,
	id: string,
	createdAt: string,
): string {
	const named = reference === undefined ? {} : { reference };
	const data = { caseId, jrcHash, status, txHash, statusReason, ...named };
	return JSON.stringify({ id, type, createdAt, data });
}
