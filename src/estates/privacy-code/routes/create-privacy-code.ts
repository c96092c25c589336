import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { type Infer, lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTimeOrNull } from "../../../kernel/time/iso-time.ts";
import { DEFAULT_CHAIN_ID } from "../../../protocol/prepare-messages.ts";
import { ownerParams } from "../../profile/owner-schemas.ts";
import { signatureFields } from "../../signed-request.ts";
import { codeIdField, labelField, privacyCodeFields } from "../privacy-code-schemas.ts";
import type { CreatedPrivacyCode } from "../privacy-code-service.ts";

const body = lazy(() =>
	z
		.strictObject({
			...privacyCodeFields(),
			...signatureFields(),
		})
		.meta({ id: "PrivacyCodeBody" }),
);

export const createPrivacyCodeResponse = lazy(() =>
	z
		.strictObject({
			codeId: codeIdField(),
			code: z
				.string()
				.regex(/^RPL(?:-[0-9A-Z]{5}){5}-[0-9A-Z][0-9A-Z*~$=]$/)
				.meta({
					description: doc(
						"The code for the filing. It is shown in this response only and cannot be read again.",
					),
				}),
			label: labelField(),
			expiresAt: timestampSchema().nullable(),
		})
		.meta({ id: "CreatedPrivacyCode" }),
);

/** estates.md "POST …/privacy-codes". */
export const createPrivacyCode = defineOperation({
	operationId: "createPrivacyCode",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/privacy-codes",
	tag: "Estate profiles",
	summary: doc("Create a privacy code for public filings"),
	description: doc(
		"The code stands in public filings in place of the address. `signature` is the owner's EIP-712 signature of the PrivacyCode message. The code is shown in this response only; sending the message again is 409. If the response was lost, revoke the code in the owner's session and have a new message signed. An estate has at most 20 live codes.",
	),
	policy: "estate_submitter",
	cors: "signed",
	params: ownerParams,
	body,
	responses: { 201: { description: doc("The new code."), schema: createPrivacyCodeResponse } },
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED", "AGREEMENT_REQUIRED", "EXCEEDED_PRIVACY_CODE_AMOUNT"],
	handler: async ({ params, body, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, expiresAt = 0, ...message } = body;
		const signed = { chainId, expiresAt, ...message };
		const request = { caller: principal, clientAddress, ...params, ...signed, now };
		const created = await services.estates.codes.create(request);
		await audit({ action: "privacy_code.created", target: created.codeId });
		return { status: 201, body: presentCreatedCode(created) };
	},
});

function presentCreatedCode({
	codeId,
	code,
	label,
	expiresAt,
}: CreatedPrivacyCode): Infer<typeof createPrivacyCodeResponse> {
	return { codeId, code, label, expiresAt: isoTimeOrNull(expiresAt) };
}
