import { defineOperation } from "../../../http/operation.ts";
import { presentIssuedKey } from "../../account/present-developers.ts";
import { developerError } from "../../developer-error.ts";
import { issueApiKeyBody } from "../../schemas.ts";

export const issueApiKey = defineOperation({
	operationId: "issueApiKey",
	method: "POST",
	path: "/auth/api-keys",
	tag: "Developer authentication",
	summary: "Issue an API key",
	description: "The secret is in this response only. An account has at most five active keys.",
	policy: "developer_session",
	body: issueApiKeyBody,
	responses: { 201: "The new key with its secret." },
	errors: ["EXCEEDED_API_KEY_AMOUNT", "USER_NOT_FOUND"],
	handler: async ({ body: { label, expiresInDays }, principal, services, audit, now }) => {
		const { developerId } = principal;
		const answer = await services.developers.issueKey({ developerId, label, expiresInDays, now });
		if (answer.kind !== "issued") throw developerError(answer);
		await audit({ action: "api_key.issued", target: answer.key.keyId });
		return { status: 201, body: presentIssuedKey(answer.key) };
	},
});
