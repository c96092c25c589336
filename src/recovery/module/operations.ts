import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { caseRecordResponse, recordOrReceipt } from "../case/case-record.ts";
import { caseIdParam } from "../case/case-schemas.ts";
import { withReviewerAccess } from "../case/reviewer-access.ts";
import { caseNotFound } from "../errors.ts";
import { approvalBody, approvalStandingResponse, presentStanding } from "./approval-schemas.ts";

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

/** recovery.md "Approvals for the chain". */
export const approveExecution = defineOperation({
	operationId: "approveExecution",
	method: "POST",
	path: "/review/recovery-cases/{caseId}/approvals",
	tag: "Review",
	summary: doc("Approve a recovery on its chain"),
	description: doc(
		"Stores a reviewer's signature for the recovery module. With enough of them anybody can schedule the recovery, and execute it after the account's delay, unless somebody stops it on the chain. A signature cannot be taken back: the case may be halted or closed later, and the chain will not know. So a case takes approvals only while its order is verified and it is not halted, and only for a time from `executeAfter` on.",
	),
	policy: "reviewer",
	params: caseIdParam,
	body: approvalBody,
	responses: { 200: { description: doc("The case as it stands."), schema: caseRecordResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR", "INVALID_SIGNER", "RATE_LIMITED"],
	handler: async ({ params: { caseId }, body, principal, services, audit, clientAddress }) => {
		const { developerId: reviewerId } = principal;
		const moved = await services.caseReview.approve({ caseId, reviewerId, approval: body, clientAddress });
		if (moved.kind === "moved") await audit({ action: "recovery_case.execution_approved", target: caseId });
		return { status: 200, ...recordOrReceipt(moved) };
	},
});
