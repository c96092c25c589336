/** The parts of a bundle that follow from others. */
import { caseRecordOf } from "../case-record.ts";
import type { CaseState } from "../case-state.ts";
import { STANDING_MEMBERS, type Standing } from "./evidence-form.ts";

/** RFC 8785 sorts members by the UTF-16 code units of their names. @param members with canonical texts */
export function canonicalObject(members: readonly { name: string; text: string }[]): string {
	const sorted = members.toSorted((a, b) => (a.name < b.name ? -1 : 1));
	return `{${sorted.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

/** The record may have more members, but the form of evidence is fixed. */
export function standingOf(state: CaseState): Standing {
	const record: Standing & Record<string, unknown> = caseRecordOf(state, [], []);
	const members = STANDING_MEMBERS.filter((name) => Object.hasOwn(record, name));
	return Object.fromEntries(members.map((name) => [name, record[name]])) as Standing;
}
