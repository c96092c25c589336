import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { DEFAULT_CHAIN_ID } from "../../protocol/prepare-messages.ts";
import { ownerFields, ownerParams, presentOwner } from "../profile/owner-schemas.ts";
import { signatureFields } from "../signed-request.ts";
import { acceptanceSchema, agreementFields, presentAcceptance } from "./agreement-schemas.ts";

const body = lazyObject("AgreementBody", () => ({
	...agreementFields(),
	...signatureFields(),
}));

const acceptEstateAgreementResponse = lazyObject("EstateAgreement", () => ({
	...ownerFields(),
	...acceptanceSchema().shape,
}));

/** estates.md "POST …/agreement". */
export const acceptAgreement = defineOperation({
	operationId: "acceptEstateAgreement",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/agreement",
	tag: "Estate profiles",
	summary: doc("Accept the terms for an estate"),
	description: doc(
		"`signature` is the owner's EIP-712 signature of the Agreement message. By signing it, the owner agrees with the operator of this service to what is stored for their estate, who may see it, what happens to the will after their death, and how all of it is removed. It makes no will valid. The text is at `/terms/<version>.txt`, and `documentHash` is the SHA-256 of its bytes. Privacy codes need the acceptance first; wills do not. Only the current version can be accepted; the profile names it. Each message is accepted once and makes the developer that sends it a partner of the estate, also if the owner has accepted these terms elsewhere. Sending the same message again is safe for the same caller; for any other caller, and after an erasure, its nonce is used up.",
	),
	policy: "estate_submitter",
	cors: "signed",
	params: ownerParams,
	body,
	responses: {
		201: {
			description: doc(
				"The message is accepted. `acceptedAt` is the owner's first acceptance of this version.",
			),
			schema: acceptEstateAgreementResponse,
		},
		200: {
			description: doc("The caller has sent this message before; the acceptance stands."),
			schema: acceptEstateAgreementResponse,
		},
	},
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED"],
	handler: async ({ params, body, principal, headers, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, ...message } = body;
		const link = await services.hostedLinks.requests.linkOfAgreement({ headers, principal, ...params });
		const request = { caller: principal, clientAddress, ...params, chainId, ...message, now, link };
		const { estateKey, acceptance, estateId } = await services.estates.agreements.accept(request);
		const accepted = { ...presentOwner(estateKey), ...presentAcceptance(acceptance) };
		if (estateId === null) return { status: 200, body: accepted };
		await audit({ action: "estate.agreement_accepted", target: estateId });
		return { status: 201, body: accepted };
	},
});
