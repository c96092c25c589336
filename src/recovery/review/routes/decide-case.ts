import type { AuditAction } from "../../../audit/audit-event.ts";
import { defineOperation } from "../../../http/operation.ts";
import { shownCase } from "../../case/shown-case.ts";
import { recoveryError } from "../../errors.ts";
import { caseIdParam } from "../../schemas.ts";
import { caseDecisionBody } from "../review-schemas.ts";
import type { CaseDecision } from "../review-service.ts";

const AUDITED_AS: Record<CaseDecision["decision"], AuditAction> = {
	verify_order: "recovery_case.order_verified",
	require_action: "recovery_case.action_required",
	clear: "recovery_case.cleared",
	reject: "recovery_case.rejected",
	attest_execution: "recovery_case.execution_attested",
};

/** recovery.md "Lifecycle" and "Beyond the specification"; ADR 21. */
export const decideCase = defineOperation({
	operationId: "decideRecoveryCase",
	method: "POST",
	path: "/review/recovery-cases/{caseId}/decisions",
	tag: "Review",
	summary: "Decide a case",
	description:
		"`verify_order` marks the court order as genuine and does not change the status. `require_action` returns the case to its claimant. `clear` ends a halt, and judges a stored execution again. `reject` closes the case. `attest_execution` is for chains without a node: two reviewers who name the same transaction replace the proof. A reviewer cannot decide a case of their own account, nor a case that competes with one. A repeated decision returns the case as it stands.",
	policy: "reviewer",
	params: caseIdParam,
	body: caseDecisionBody,
	responses: { 200: "The case as it stands." },
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR"],
	handler: async ({ params: { caseId }, body, principal, services, audit }) => {
		const outcome = await services.caseReview.decide(caseId, principal.developerId, body);
		if (outcome.kind !== "moved" && outcome.kind !== "unchanged") throw recoveryError(outcome);
		if (outcome.kind === "moved") await audit({ action: AUDITED_AS[body.decision], target: caseId });
		return { status: 200, ...shownCase(outcome) };
	},
});
