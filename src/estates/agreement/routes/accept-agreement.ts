import { defineOperation } from "../../../http/operation.ts";
import { estateError } from "../../errors.ts";
import { DEFAULT_CHAIN_ID } from "../../owner-proof.ts";
import { presentAcceptance, presentOwner } from "../../profile/present-estates.ts";
import { agreementBody, ownerParams } from "../../schemas.ts";

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
	browserOrigin: true,
	params: ownerParams,
	body: agreementBody,
	responses: { 201: "The acceptance.", 200: "The earlier acceptance of this version." },
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED", "RESOURCE_NOT_FOUND"],
	handler: async ({ params, body, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, ...message } = body;
		const request = { caller: principal, clientAddress, ...params, chainId, ...message, now };
		const answer = await services.estates.agreements.accept(request);
		if (answer.kind !== "accepted" && answer.kind !== "known") throw estateError(answer);
		const { kind, estateId, estateKey, acceptance } = answer;
		if (kind === "accepted") await audit({ action: "estate.agreement_accepted", target: estateId });
		return {
			status: kind === "accepted" ? 201 : 200,
			body: { ...presentOwner(estateKey), ...presentAcceptance(acceptance) },
		};
	},
});
