import * as z from "zod";
import type { ListedKey } from "../../../../durable/account/account-messages.ts";
import { defineOperation } from "../../../http/operation.ts";
import { type Infer, lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../../kernel/time/iso-time.ts";
import { expiryField, keyIdField, labelField } from "../api-key-schemas.ts";

const apiKeySchema = lazy(() =>
	z
		.strictObject({
			keyId: keyIdField(),
			label: labelField(),
			hint: z.string().meta({
				description: doc("The last characters of the key, to recognise it."),
				example: doc("sk_…7Qb2"),
			}),
			createdAt: timestampSchema(),
			lastUsedAt: timestampSchema()
				.nullable()
				.meta({ description: doc("Accurate to the minute; null before the first use.") }),
			expiresAt: expiryField(),
			rotatedFrom: keyIdField()
				.nullable()
				.meta({ description: doc("The key that this key replaced in a rotation; otherwise null.") }),
		})
		.meta({ id: "ApiKey", description: doc("An active API key, without its secret.") }),
);

export const apiKeyListResponse = lazy(() =>
	z.strictObject({ data: z.array(apiKeySchema()) }).meta({ id: "ApiKeyList" }),
);

function presentKey(key: ListedKey): Infer<typeof apiKeySchema> {
	return {
		keyId: key.keyId,
		label: key.label,
		hint: key.hint,
		createdAt: isoTime(key.createdAt),
		lastUsedAt: isoTimeOrNull(key.lastUsedAt),
		expiresAt: isoTimeOrNull(key.expiresAt),
		rotatedFrom: key.rotatedFrom,
	};
}

export const listApiKeys = defineOperation({
	operationId: "listApiKeys",
	method: "GET",
	path: "/auth/api-keys",
	tag: "Developer authentication",
	summary: doc("List the active API keys"),
	description: doc("Oldest first; at most five. Secrets are never shown again."),
	policy: "developer_session",
	readOnly: true,
	responses: { 200: { description: doc("The active keys."), schema: apiKeyListResponse } },
	errors: [],
	handler: async ({ principal, services, now }) => {
		const keys = await services.developers.listKeys({ developerId: principal.developerId, now });
		return { status: 200, body: { data: keys.map(presentKey) } };
	},
});
