/** Notes that reviewers write for one another (recovery.md "Notes for colleagues"). */
import { newCaseNoteId } from "../../../kernel/crypto/random-ids.ts";
import { AppError } from "../../../kernel/errors/app-error.ts";
import type { CaseParties } from "../../case/case-messages.ts";
import { statusConflict } from "../../errors.ts";
import type { CaseNote, CaseNotes } from "./case-notes.d1.ts";

export const MAX_NOTES = 200;

type Of = { caseId: string; reviewerId: string };

/** @param partiesFor rejects a case that is unknown, or that competes with one of the reviewer's own account */
export function createNoteService(
	notes: CaseNotes,
	partiesFor: (caseId: string, reviewerId: string) => Promise<Pick<CaseParties, "developerId">>,
) {
	/** A reviewer who has filed the case is a party of it. */
	async function requireColleague({ caseId, reviewerId }: Of): Promise<void> {
		const { developerId } = await partiesFor(caseId, reviewerId);
		if (developerId !== reviewerId) return;
		throw new AppError({
			code: "FORBIDDEN",
			message: "Your account filed this case, so its reviewers' notes are not for you.",
		});
	}

	async function list(of: Of): Promise<CaseNote[]> {
		await requireColleague(of);
		return notes.list(of.caseId, MAX_NOTES);
	}

	/** @param creationId the same for repetitions of the request */
	async function add(of: Of & { note: string; creationId: string; now: number }): Promise<CaseNote> {
		await requireColleague(of);
		const { caseId, reviewerId: developerId, note, creationId, now: writtenAt } = of;
		const noteId = newCaseNoteId(creationId);
		const added = await notes.add({ noteId, caseId, developerId, note, writtenAt }, MAX_NOTES);
		if (added) return added;
		throw statusConflict(`The case has ${MAX_NOTES} notes, which is the maximum. Remove one of yours first.`);
	}

	/** Only the author removes a note. @throws AppError */
	async function remove({ noteId, ...of }: Of & { noteId: string }): Promise<void> {
		await requireColleague(of);
		const { caseId, reviewerId: developerId } = of;
		if (await notes.remove({ noteId, caseId, developerId })) return;
		throw new AppError({
			code: "RESOURCE_NOT_FOUND",
			message: "You have written no such note on this case.",
		});
	}

	return { list, add, remove };
}
