import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import { withReviewerAccess } from "../../case/reviewer-access.ts";
import { caseNotFound } from "../../errors.ts";
import { approvalStandingResponse, presentStanding } from "../approval-schemas.ts";

/** recovery.md "Approvals for the chain". */
export const getApproval = defineOperation({
	operationId: "getApproval",
	method: "GET",
	path: "/recovery-cases/{caseId}/approval",
	tag: "Recovery cases",
	summary: doc("Get the approvals of a case, and its state on the chain"),
	description: doc(
		"Asks the chain's node about the recovery module with four requests, which the caller's budget of node requests pays. Gives the calls that schedule, execute and stop the recovery. The service sends none of them.",
	),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: { description: doc("How the case stands."), schema: approvalStandingResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ params: { caseId }, principal, services, clientAddress, now }) => {
		const of = await withReviewerAccess(principal, services, (caller) =>
			services.recovery.moduleCase(caller, caseId),
		);
		if (of === null) throw caseNotFound();
		const standing = await services.modules.standing(of, { payer: principal, clientAddress }, now);
		return { status: 200, body: presentStanding(of, standing) };
	},
});
