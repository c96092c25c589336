import type { CaseStanding } from "./case-messages.ts";

/** The record for who may see it, and for the others what they knew already (recovery.md "Who sees a case"). */
export function shownCase({ record, standing }: { record: string | null; standing: CaseStanding }) {
	if (record !== null) return { json: record };
	const { caseId, jrcHash, status } = standing;
	return { body: { caseId, jrcHash, status } };
}
