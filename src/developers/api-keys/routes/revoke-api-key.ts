import { defineOperation } from "../../../http/operation.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { developerError } from "../../developer-error.ts";
import { revokeApiKeyBody } from "../../schemas.ts";

export const revokeApiKey = defineOperation({
	operationId: "revokeApiKey",
	method: "DELETE",
	path: "/auth/api-keys",
	tag: "Developer authentication",
	summary: "Revoke an API key",
	description: "Takes effect immediately and everywhere: the next request with this key is rejected.",
	policy: "developer_session",
	body: revokeApiKeyBody,
	responses: { 200: "The key is revoked." },
	errors: ["API_KEY_NOT_FOUND"],
	handler: async ({ body: { keyId }, principal, services, audit, now }) => {
		const { developerId } = principal;
		const answer = await services.developers.revokeKey({ developerId, keyId, now });
		if (answer.kind !== "revoked") throw developerError(answer);
		await audit({ action: "api_key.revoked", target: answer.keyId });
		return { status: 200, body: { keyId: answer.keyId, revokedAt: isoTime(answer.revokedAt) } };
	},
});
