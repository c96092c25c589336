/** Who works on which case, and how much is done (recovery.md "Taken cases", "Weeks of the review"). */
import { AppError } from "../../../kernel/errors/app-error.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import type { CaseParties } from "../../case/case-messages.ts";
import { statusConflict } from "../../errors.ts";
import type { ReviewWeeks } from "./review-weeks.d1.ts";
import type { Taken, TakenCases } from "./taken-cases.d1.ts";

type Of = { caseId: string; reviewerId: string };
type DeskPorts = { taken: TakenCases; weeks: ReviewWeeks };

/** A decision ends the taking, and counts. It stands also if D1 takes neither. */
export const endTaking =
	({ taken, weeks }: DeskPorts) =>
	async (caseId: string, now: number): Promise<void> => {
		await Promise.allSettled([taken.giveBack(caseId), weeks.countDecision(now)]);
	};

/** @param partiesFor rejects a case that is unknown, or that competes with one of the reviewer's own account */
export function createDeskService(
	{ taken, weeks }: DeskPorts,
	partiesFor: (caseId: string, reviewerId: string) => Promise<Pick<CaseParties, "developerId">>,
) {
	/** @throws AppError if another reviewer has it */
	async function take({ caseId, reviewerId, now }: Of & { now: number }): Promise<Taken> {
		const { developerId } = await partiesFor(caseId, reviewerId);
		if (developerId === reviewerId) throw ownCase();
		const has = await taken.take(caseId, reviewerId, now);
		if (has?.developerId === reviewerId) return has;
		const until = has ? ` until ${isoTime(has.takenUntil)}` : "";
		throw statusConflict(`Another reviewer has taken this case${until}. Nothing was changed.`);
	}

	return {
		take,
		giveBack: ({ caseId, reviewerId }: Of) => taken.giveBack(caseId, reviewerId),
		takenAmong: taken.among,
		weeks: weeks.list,
	};
}

const ownCase = () =>
	new AppError({ code: "FORBIDDEN", message: "Your account filed this case, so you cannot take it." });
