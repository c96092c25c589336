import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { signatureSchema } from "../../../kernel/schemas/schemas.ts";
import { closeReasonSchema, jrcHashParam, standingFields } from "../case-schemas.ts";

const closeCaseBody = lazy(() =>
	z.strictObject({ reason: closeReasonSchema(), signature: signatureSchema() }).meta({ id: "CloseCaseBody" }),
);

const closedCaseResponse = lazy(() => z.strictObject(standingFields()).meta({ id: "CaseStanding" }));

const closing = <Action extends "contest" | "withdraw">(action: Action, summary: string, signer: string) =>
	defineOperation({
		operationId: `${action}RecoveryCase` as const,
		method: "POST",
		path: `/recovery-cases/{jrcHash}/${action}`,
		tag: "Recovery cases",
		summary,
		description: doc(
			`\`signature\` is the ${signer}'s EIP-712 signature of the CloseCase message with the action \`${action}\`. No credential is needed.`,
		),
		policy: "public",
		cors: "signed",
		rateLimited: true,
		params: jrcHashParam,
		body: closeCaseBody,
		responses: { 200: { description: doc("The status of the case."), schema: closedCaseResponse } },
		errors: ["RESOURCE_NOT_FOUND", "INVALID_SIGNER", "RECOVERY_STATUS_ERROR"],
		handler: async ({ params: { caseId }, body, services, clientAddress }) => {
			const moved = await services.recovery.close({ action, caseId, ...body, clientAddress });
			return { status: 200, body: moved.standing };
		},
	});

/** recovery.md "Beyond the specification". */
export const contestCase = closing(
	"contest",
	"Contest a case as the owner of the lost account",
	"lostAccount",
);

/** recovery.md "Beyond the specification". */
export const withdrawCase = closing("withdraw", "Withdraw a case as its claimant", "recoveryAccount");
