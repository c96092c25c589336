import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { keyIdField, keyIdInput } from "../api-key-schemas.ts";

const revokeApiKeyBody = lazy(() =>
	z.strictObject({ keyId: keyIdInput() }).meta({ id: "ApiKeyRevocationRequest" }),
);

export const revokedKeyResponse = lazy(() =>
	z
		.strictObject({
			keyId: keyIdField(),
			revokedAt: timestampSchema(),
			revokedSuccessors: z.array(keyIdField()).meta({
				description: doc("The keys that this pair had issued by rotating itself. They are revoked with it."),
			}),
		})
		.meta({ id: "RevokedApiKey" }),
);

export const revokeApiKey = defineOperation({
	operationId: "revokeApiKey",
	method: "DELETE",
	path: "/auth/api-keys",
	tag: "Developer authentication",
	summary: doc("Revoke an API key"),
	description: doc(
		"Takes effect immediately and everywhere: the next request with this key is rejected. Keys that the pair issued by rotating itself, directly or through successors, are revoked with it, even if the key itself had already ended. To keep such a successor, do not revoke the old key: it ends with its overlap.",
	),
	policy: "developer_session",
	body: revokeApiKeyBody,
	responses: { 200: { description: doc("The key is revoked."), schema: revokedKeyResponse } },
	errors: ["API_KEY_NOT_FOUND"],
	handler: async ({ body: { keyId }, principal, services, audit, now }) => {
		const { developerId } = principal;
		const revoked = await services.developers.revokeKey({ developerId, keyId, now });
		const { revokedAt, successors } = revoked;
		for (const target of [keyId, ...successors]) await audit({ action: "api_key.revoked", target });
		return { status: 200, body: { keyId, revokedAt: isoTime(revokedAt), revokedSuccessors: successors } };
	},
});
