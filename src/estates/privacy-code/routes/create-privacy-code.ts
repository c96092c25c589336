import { defineOperation } from "../../../http/operation.ts";
import { isoTimeOrNull } from "../../../kernel/iso-time.ts";
import { estateError } from "../../errors.ts";
import { DEFAULT_CHAIN_ID } from "../../owner-proof.ts";
import { ownerParams, privacyCodeBody } from "../../schemas.ts";

/** estates.md "POST …/privacy-codes". */
export const createPrivacyCode = defineOperation({
	operationId: "createPrivacyCode",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/privacy-codes",
	tag: "Estate profiles",
	summary: "Create a privacy code for public filings",
	description:
		"The code stands in public filings in place of the address. `signature` is the owner's EIP-712 signature of the PrivacyCode message. The code is shown in this response only. An estate has at most 20 live codes.",
	policy: "estate_submitter",
	browserOrigin: true,
	params: ownerParams,
	body: privacyCodeBody,
	responses: { 201: "The new code." },
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED", "AGREEMENT_REQUIRED", "EXCEEDED_PRIVACY_CODE_AMOUNT"],
	handler: async ({ params, body, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, expiresAt: signedExpiry = 0, ...message } = body;
		const signed = { chainId, expiresAt: signedExpiry, ...message };
		const request = { caller: principal, clientAddress, ...params, ...signed, now };
		const answer = await services.estates.codes.create(request);
		if (answer.kind !== "created") throw estateError(answer);
		const { codeId, code, label, expiresAt } = answer;
		await audit({ action: "privacy_code.created", target: codeId });
		return { status: 201, body: { codeId, code, label, expiresAt: isoTimeOrNull(expiresAt) } };
	},
});
