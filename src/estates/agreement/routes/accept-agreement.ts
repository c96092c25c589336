import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { estateError } from "../../errors.ts";
import { ownerFields, ownerParams, presentOwner } from "../../profile/owner-schemas.ts";
import { DEFAULT_CHAIN_ID, signatureFields } from "../../signed-request.ts";
import { acceptanceSchema, agreementFields, presentAcceptance } from "../agreement-schemas.ts";

const body = lazy(() =>
	z
		.strictObject({
			...agreementFields(),
			...signatureFields(),
		})
		.meta({ id: "AgreementBody" }),
);

export const acceptEstateAgreementResponse = /* @__PURE__ */ lazy(() =>
	z.strictObject({ ...ownerFields(), ...acceptanceSchema().shape }).meta({ id: "EstateAgreement" }),
);

/** estates.md "POST …/agreement". */
export const acceptAgreement = defineOperation({
	operationId: "acceptEstateAgreement",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/agreement",
	tag: "Estate profiles",
	summary: "Accept the terms for an estate",
	description:
		"`signature` is the owner's EIP-712 signature of the Agreement message. Only the current version can be accepted; the profile names it. Repeating the call is safe. After an erasure, only a session of the owner's wallet can accept the terms that were in force before it.",
	policy: "estate_submitter",
	cors: "signed",
	params: ownerParams,
	body,
	responses: { 201: "The acceptance.", 200: "The earlier acceptance of this version." },
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED", "RESOURCE_NOT_FOUND"],
	handler: async ({ params, body, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, ...message } = body;
		const request = { caller: principal, clientAddress, ...params, chainId, ...message, now };
		const result = await services.estates.agreements.accept(request);
		if (result.kind !== "accepted" && result.kind !== "already_accepted") throw estateError(result);
		const { kind, estateId, estateKey, acceptance } = result;
		if (kind === "accepted") await audit({ action: "estate.agreement_accepted", target: estateId });
		return {
			status: kind === "accepted" ? 201 : 200,
			body: { ...presentOwner(estateKey), ...presentAcceptance(acceptance) },
		};
	},
});
