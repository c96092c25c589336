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
	summary: "Read any case, its transactions in words, and the competing cases",
	description:
		"`competingCases` lists at most 100 other open cases for the same lost account and chain, oldest first. `transactionsInWords` describes each transaction by its calldata alone; a call that is not exactly understood is an `unknown_call`.",
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
