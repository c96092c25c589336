import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { lazy } from "../../../kernel/once.ts";
import { timestampSchema } from "../../../kernel/schemas.ts";
import { developerError } from "../../errors.ts";
import { keyIdField, keyIdInput } from "../api-key-schemas.ts";

const revokeApiKeyBody = lazy(() =>
	z.strictObject({ keyId: keyIdInput() }).meta({ id: "ApiKeyRevocationRequest" }),
);

export const revokedKeyResponse = /* @__PURE__ */ lazy(() =>
	z.strictObject({ keyId: keyIdField(), revokedAt: timestampSchema() }).meta({ id: "RevokedApiKey" }),
);

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
		const result = await services.developers.revokeKey({ developerId, keyId, now });
		if (result.kind !== "revoked") throw developerError(result);
		await audit({ action: "api_key.revoked", target: result.keyId });
		return { status: 200, body: { keyId: result.keyId, revokedAt: isoTime(result.revokedAt) } };
	},
});
