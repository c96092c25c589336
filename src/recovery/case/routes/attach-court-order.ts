import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { signatureSchema } from "../../../kernel/schemas/schemas.ts";
import { recordOrReceipt, recordOrReceiptResponse } from "../case-record.ts";
import { courtInfoSchema, jrcHashParam } from "../case-schemas.ts";

const courtOrderBody = lazy(() =>
	z
		.strictObject({ courtInfo: courtInfoSchema(), signature: signatureSchema() })
		.meta({ id: "CourtOrderBody" }),
);

/** specification.md "Court-order body"; recovery.md "PATCH /recovery-cases/{jrcHash}/court-order". */
export const attachCourtOrder = defineOperation({
	operationId: "attachCourtOrder",
	method: "PATCH",
	path: "/recovery-cases/{jrcHash}/court-order",
	tag: "Recovery cases",
	summary: doc("Attach a signed court order"),
	description: doc(
		"`signature` is the recoveryAccount's EIP-712 signature of the CourtOrder message. The case becomes `pending` and the challenge period starts. A halted case, such as a contested one, also accepts its first order, and then waits for a reviewer.",
	),
	policy: "claimant",
	cors: "signed",
	params: jrcHashParam,
	body: courtOrderBody,
	responses: { 200: { description: doc("The updated case."), schema: recordOrReceiptResponse } },
	errors: ["RESOURCE_NOT_FOUND", "INVALID_SIGNER", "RECOVERY_STATUS_ERROR"],
	handler: async ({ params, body, principal, services, clientAddress, now }) => {
		const moved = await services.recovery.attachOrder({
			caller: principal,
			clientAddress,
			now,
			caseId: params.caseId,
			courtInfo: body.courtInfo,
			signature: body.signature,
		});
		return { status: 200, ...recordOrReceipt(moved) };
	},
});
