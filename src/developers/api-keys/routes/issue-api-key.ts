import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lineOfText } from "../../../kernel/schemas/schemas.ts";
import {
	issuedKeyResponse,
	presentIssuedKey,
	repeatedKeyResponse,
	replyWithRepeatedKey,
} from "../api-key-schemas.ts";
import { hintOf } from "../key-format.ts";
import { MAX_EXPIRY_DAYS, MAX_LABEL_LENGTH } from "../key-limits.ts";

const issueApiKeyBody = lazy(() =>
	z
		.strictObject({
			label: lineOfText(MAX_LABEL_LENGTH).meta({
				description: doc("What the key is for; shown in lists."),
				example: doc("production backend"),
			}),
			expiresInDays: z
				.int("must be a whole number")
				.min(1, "must be at least 1")
				.max(MAX_EXPIRY_DAYS, `must be at most ${MAX_EXPIRY_DAYS}`)
				.optional()
				.meta({ description: doc("If omitted, the key is valid until it is revoked."), example: 90 }),
		})
		.meta({ id: "ApiKeyRequest" }),
);

export const issueApiKey = defineOperation({
	operationId: "issueApiKey",
	method: "POST",
	path: "/auth/api-keys",
	tag: "Developer authentication",
	summary: doc("Issue an API key"),
	description: doc("The secret is in this response only. An account has at most five active keys."),
	policy: "developer_session",
	body: issueApiKeyBody,
	idempotencyKey: "by_id",
	responses: {
		201: { description: doc("The new key with its secret."), schema: issuedKeyResponse },
		200: {
			description: doc(
				"A request with the same `Idempotency-Key` issued this key before. Its secret is not shown again.",
			),
			schema: repeatedKeyResponse,
		},
	},
	errors: ["EXCEEDED_API_KEY_AMOUNT", "USER_NOT_FOUND", "API_KEY_NOT_FOUND"],
	handler: async ({ body, principal, services, audit, creation, now }) => {
		const { developerId } = principal;
		const result = await services.developers.issueKey({ developerId, ...body, creation, now });
		if (result.kind === "issued_before") return replyWithRepeatedKey(result.key);
		await audit({ action: "api_key.issued", target: result.key.keyId });
		await services.mail.tell(developerId, "key_issued", { hint: hintOf(result.key.apiKey) }, now);
		return { status: 201, body: presentIssuedKey(result.key) };
	},
});
