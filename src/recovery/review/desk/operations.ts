import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import { MAX_COUNTED_WAITING } from "../waiting-cases.d1.ts";
import { presentTaken, takenResponse } from "./taken.ts";

/** recovery.md "Taken cases". */
export const takeCase = defineOperation({
	operationId: "takeCase",
	method: "POST",
	path: "/review/recovery-cases/{caseId}/taking",
	tag: "Review",
	summary: doc("Take a case for a day, so that colleagues see who works on it"),
	description: doc(
		"Of two reviewers who take a case at once, one has it, and the other gets `RECOVERY_STATUS_ERROR`. Taking your own case again keeps it for another day. A decision ends the taking, and so does a day. It locks nothing: any reviewer can decide.",
	),
	policy: "reviewer",
	params: caseIdParam,
	responses: {
		200: {
			description: doc("You have the case."),
			schema: lazyObject("TakenCaseReceipt", () => ({ caseId: z.string(), taken: takenResponse() })),
		},
	},
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR"],
	handler: async ({ params: { caseId }, principal, services, now }) => {
		const { developerId: reviewerId } = principal;
		const taken = await services.caseReview.desk.take({ caseId, reviewerId, now });
		return { status: 200, body: { caseId, taken: presentTaken(taken, reviewerId) } };
	},
});

export const giveBackCase = defineOperation({
	operationId: "giveBackCase",
	method: "DELETE",
	path: "/review/recovery-cases/{caseId}/taking",
	tag: "Review",
	summary: doc("Give back a case that you have taken"),
	description: doc("Also succeeds if you do not have it."),
	policy: "reviewer",
	params: caseIdParam,
	responses: {
		200: {
			description: doc("You do not have the case."),
			schema: lazyObject("GivenBackCase", () => ({ caseId: z.string() })),
		},
	},
	handler: async ({ params: { caseId }, principal, services }) => {
		await services.caseReview.desk.giveBack({ caseId, reviewerId: principal.developerId });
		return { status: 200, body: { caseId } };
	},
});

const counted = () => z.int().min(0).max(MAX_COUNTED_WAITING);

/** recovery.md "Weeks of the review". */
export const listReviewWeeks = defineOperation({
	operationId: "listReviewWeeks",
	method: "GET",
	path: "/review/weeks",
	tag: "Review",
	summary: doc("Count the waiting cases by group, and the decisions of the last twelve weeks"),
	description: doc("Weeks begin on Monday, in UTC. A week in which nothing was counted is left out."),
	policy: "reviewer",
	readOnly: true,
	responses: {
		200: {
			description: doc("The weeks, oldest first."),
			schema: lazyObject("ReviewWeekList", () => ({
				waiting: z
					.strictObject({
						all: counted(),
						filers: counted().describe(doc("How many callers have filed them.")),
						new: counted(),
						contested: counted(),
						answered: counted(),
						second: counted(),
						mine: counted(),
					})
					.meta({
						id: "WaitingCounts",
						description: doc(
							`The cases that wait now, and those of each group of \`GET /review/waiting-cases\`. A case can be in several groups. ${MAX_COUNTED_WAITING} means that or more.`,
						),
					}),
				data: z.array(
					z
						.strictObject({
							week: timestampSchema().describe(doc("Its Monday.")),
							waiting: z
								.int()
								.min(0)
								.describe(
									doc(
										"Cases that waited for a reviewer when they were last counted, which is done with each decision and once an hour, up to 10,000.",
									),
								),
							decided: z.int().min(0).describe(doc("Decisions of all reviewers.")),
						})
						.meta({ id: "ReviewWeek" }),
				),
			})),
		},
	},
	handler: async ({ principal: { developerId: reviewerId }, services, now }) => {
		const [waiting, weeks] = await Promise.all([
			services.caseReview.countWaiting({ reviewerId, now }),
			services.caseReview.desk.weeks(now),
		]);
		const data = weeks.map((row) => ({ ...row, week: isoTime(row.week) }));
		return { status: 200, body: { waiting, data } };
	},
});
