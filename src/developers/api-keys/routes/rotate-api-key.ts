import { defineOperation } from "../../../http/operation.ts";
import { presentIssuedKey } from "../../account/present-developers.ts";
import { developerError } from "../../developer-error.ts";
import { apiKeyParams, rotateApiKeyBody } from "../../schemas.ts";

export const rotateApiKey = defineOperation({
	operationId: "rotateApiKey",
	method: "POST",
	path: "/auth/api-keys/{keyId}/rotate",
	tag: "Developer authentication",
	summary: "Rotate an API key",
	description:
		"Issues a successor with the same label and the same lifetime, counted from now. The old key stays valid until the overlap ends, and counts towards the maximum of five until then.",
	policy: "developer_session",
	params: apiKeyParams,
	body: rotateApiKeyBody,
	responses: { 201: "The successor with its secret." },
	errors: ["API_KEY_NOT_FOUND", "EXCEEDED_API_KEY_AMOUNT", "USER_NOT_FOUND"],
	handler: async ({ params: { keyId }, body: { overlapSeconds }, principal, services, audit, now }) => {
		const { developerId } = principal;
		const answer = await services.developers.rotateKey({ developerId, keyId, overlapSeconds, now });
		if (answer.kind !== "issued") throw developerError(answer);
		await audit({ action: "api_key.rotated", target: keyId });
		await audit({ action: "api_key.issued", target: answer.key.keyId });
		return { status: 201, body: presentIssuedKey(answer.key) };
	},
});
