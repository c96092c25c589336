import * as z from "zod";
import type { AuditAction } from "../../audit/audit-event.ts";
import { passkeyAnswer, passkeyOptions } from "../../developers/passkeys/passkey-schemas.ts";
import { defineOperation } from "../../http/operation.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { hash32Schema, lineOfText } from "../../kernel/schemas/schemas.ts";
import { MAX_COMPARED } from "../../protocol/comparison.ts";
import { REQUEST_REASONS } from "../../protocol/enumerations.ts";
import { caseRecordResponse, recordOrReceipt } from "../case/case-record.ts";
import { COURT_ORDER_LENGTHS, caseIdParam, MAX_REASON_LENGTH } from "../case/case-schemas.ts";
import type { CaseDecision } from "./case-decision.ts";

const MAX_PATH_LENGTH = 64;

const reason = lazy(() =>
	lineOfText(MAX_REASON_LENGTH).meta({
		id: "DecisionReason",
		description: doc("The reviewer's reason. It becomes `statusNote` and stays in the history."),
		example: doc("The docket number is not one of this court."),
	}),
);

export const compared = lazy(() =>
	z
		.array(
			z
				.strictObject({
					value: z
						.string()
						.max(MAX_PATH_LENGTH)
						.meta({
							description: doc("A path in the case's record, such as `courtOrder.courtId`."),
							example: doc("courtOrder.courtId"),
						}),
					found: lineOfText(COURT_ORDER_LENGTHS.title).meta({
						description: doc("What the court's papers say there, typed by the reviewer."),
						example: doc("NYSD"),
					}),
					differs: lineOfText(MAX_REASON_LENGTH)
						.optional()
						.meta({
							description: doc("Why it is another value. Without it, it must be the same."),
							example: doc("The court's own short name."),
						}),
				})
				.meta({ id: "ComparedValue" }),
		)
		.min(1)
		.max(MAX_COMPARED)
		.optional()
		.meta({
			id: "ComparedValues",
			description: doc(
				"What the reviewer has compared with the court's papers: addresses and the `jrcHash` in any letter case, numbers, and text in any letter case and with any spaces. Needs `version`. It is signed, and stands in the evidence. An order is not verified while an address, the `jrcHash` or a number differs.",
			),
		}),
);

const always = lazy(() => ({
	reason: reason(),
	compared: compared(),
	version: z
		.int()
		.positive()
		.optional()
		.meta({
			id: "DecidedVersion",
			description: doc(
				"The `version` of the case that you have read. If the case has moved since, nothing is decided. Needed if the decision is signed.",
			),
		}),
}));

/** @param more members of every decision */
const decisions = <More extends z.ZodRawShape>(more: More) => {
	const withReasonOnly = <Decision extends string>(decision: Decision) =>
		z.strictObject({ decision: z.literal(decision), ...always(), ...more });
	return z.discriminatedUnion("decision", [
		withReasonOnly("verify_order"),
		withReasonOnly("verify_and_resume"),
		z.strictObject({
			decision: z.literal("require_action"),
			...always(),
			...more,
			statusReason: z.enum(REQUEST_REASONS).optional().describe(doc("`order_unverifiable` by default.")),
		}),
		withReasonOnly("clear"),
		withReasonOnly("reject"),
		z.strictObject({
			decision: z.literal("attest_execution"),
			...always(),
			...more,
			txHash: hash32Schema().describe(doc("The last transaction that executed the case.")),
		}),
	]);
};

const signedBy = lazy(() => ({
	passkey: passkeyAnswer()
		.optional()
		.describe(doc("For the options of `…/decisions/signing`. Needed from a reviewer who has a passkey.")),
}));

const caseDecisionBody = lazy(() =>
	decisions(signedBy()).meta({
		id: "CaseDecision",
		description: doc("A reviewer's decision about a case, and the reason."),
	}),
);

const unsignedDecisionBody = lazy(() =>
	decisions({}).meta({ id: "UnsignedCaseDecision", description: doc("A decision that is to be signed.") }),
);

const AUDITED_AS: Record<CaseDecision["decision"], AuditAction> = {
	verify_order: "recovery_case.order_verified",
	verify_and_resume: "recovery_case.order_verified",
	require_action: "recovery_case.action_required",
	clear: "recovery_case.cleared",
	reject: "recovery_case.rejected",
	attest_execution: "recovery_case.execution_attested",
};

/** recovery.md "Review". */
export const decideCase = defineOperation({
	operationId: "decideRecoveryCase",
	method: "POST",
	path: "/review/recovery-cases/{caseId}/decisions",
	tag: "Review",
	summary: doc("Decide a case"),
	description: doc(
		"`verify_order` marks the court order as genuine and does not change the status: a halted case stays halted. `verify_and_resume` does the same for a halted case and ends the halt. Where the service needs two reviewers, the first one makes `courtOrder.verification` `verified_once`, and only another one verifies the order. `require_action` returns the case to its claimant. `clear` ends a halt, and judges a stored execution again. A case without an order can be cleared only if a reviewer halted it, and is `created` again. `reject` closes the case. `attest_execution` is for chains without a node: two reviewers who name the same transaction replace the proof. A reviewer cannot decide a case of their own account, nor a case that competes with one. A repeated decision returns the case as it stands, also with the former `version`.",
	),
	policy: "reviewer",
	params: caseIdParam,
	body: caseDecisionBody,
	responses: { 200: { description: doc("The case as it stands."), schema: caseRecordResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR"],
	handler: async ({
		params: { caseId },
		body: { passkey, ...decision },
		principal,
		services,
		audit,
		now,
	}) => {
		const signing = { caseId, reviewerId: principal.developerId, decision, now };
		const moved = await services.caseReview.decide(signing, passkey);
		if (moved.kind === "moved") await audit({ action: AUDITED_AS[decision.decision], target: caseId });
		return { status: 200, ...recordOrReceipt(moved) };
	},
});

/** recovery.md "Signed decisions". */
export const beginDecision = defineOperation({
	operationId: "beginDecision",
	method: "POST",
	path: "/review/recovery-cases/{caseId}/decisions/signing",
	tag: "Review",
	summary: doc("Ask for a passkey, to sign a decision"),
	description: doc(
		"The challenge is the SHA-256 of `text`, so the passkey signs this decision and no other. Send the same decision with the passkey's answer within five minutes.",
	),
	policy: "reviewer",
	params: caseIdParam,
	body: unsignedDecisionBody,
	responses: {
		200: {
			description: doc("What is signed, and the options."),
			schema: lazyObject("DecisionSigning", () => ({
				text: z.string().describe(doc("Canonical JSON (RFC 8785) of the decision.")),
				options: passkeyOptions(),
			})),
		},
	},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId }, body: decision, principal, services, now }) => ({
		status: 200,
		body: await services.caseReview.beginDecision({
			...{ caseId, decision, now },
			reviewerId: principal.developerId,
		}),
	}),
});
