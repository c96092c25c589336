import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { caseRecordResponse, recordOrReceipt } from "../../case/case-record.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import { approvalBody } from "../approval-schemas.ts";

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
