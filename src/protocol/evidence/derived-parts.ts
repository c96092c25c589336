/** The parts of a bundle that follow from others. */
import { caseRecordOf } from "../case-record.ts";
import type { CaseState } from "../case-state.ts";
import type { Standing } from "./evidence-form.ts";

/** RFC 8785 sorts members by the UTF-16 code units of their names. @param members with canonical texts */
export function canonicalObject(members: readonly { name: string; text: string }[]): string {
	const sorted = members.toSorted((a, b) => (a.name < b.name ? -1 : 1));
	return `{${sorted.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

export function standingOf(state: CaseState): Standing {
	const {
		caseId,
		jrcHash,
		case: rec,
		transactions,
		history,
		answeredAt,
		...standing
	} = caseRecordOf(state, [], []);
	return standing;
}
