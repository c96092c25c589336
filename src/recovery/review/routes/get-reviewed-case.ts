import { defineOperation } from "../../../http/operation.ts";
import { reviewedSummaryOf } from "../../case/present-cases.ts";
import { caseNotFound } from "../../errors.ts";
import { caseIdParam } from "../../schemas.ts";

/** recovery.md "Beyond the specification": a case with what it has to be judged by. */
export const reviewCase = defineOperation({
	operationId: "reviewRecoveryCase",
	method: "GET",
	path: "/review/recovery-cases/{caseId}",
	tag: "Review",
	summary: "Read any case, its transactions in words, and the cases that compete with it",
	description:
		"`competingCases`: at most a hundred other open cases that name the same lost account on the same chain, the oldest first. `transactionsInWords` says what each transaction asks its target to do; what is not exactly known is an unknown call, never a guess.",
	policy: "reviewer",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: "The case." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, services }) => {
		const reviewed = await services.caseReview.read(params.caseId);
		if (reviewed === null) throw caseNotFound();
		const { record, transactionsInWords, competing } = reviewed;
		const competingCases = competing.map(reviewedSummaryOf);
		return { status: 200, body: { ...record, transactionsInWords, competingCases } };
	},
});
