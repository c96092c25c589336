/** Makes of what the service knows about developers and keys what goes out. */
import type * as z from "zod";
import type { ListedKey } from "../../../durable/account/account-messages.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import type { IssuedKey } from "../api-keys/api-key-service.ts";
import type { Developer } from "../ports.ts";
import type { apiKeySchema, issuedApiKeySchema, userSchema } from "../response-schemas.ts";

export function presentUser({ developerId, email, role, createdAt }: Developer): z.infer<typeof userSchema> {
	return { id: developerId, email, role, createdAt: isoTime(createdAt) };
}

export function presentKey(key: ListedKey): z.infer<typeof apiKeySchema> {
	return {
		keyId: key.keyId,
		label: key.label,
		hint: key.hint,
		createdAt: isoTime(key.createdAt),
		lastUsedAt: isoTimeOrNull(key.lastUsedAt),
		expiresAt: isoTimeOrNull(key.expiresAt),
	};
}

export function presentIssuedKey(key: IssuedKey): z.infer<typeof issuedApiKeySchema> {
	return {
		keyId: key.keyId,
		label: key.label,
		apiKey: key.apiKey,
		apiSecret: key.apiSecret,
		createdAt: isoTime(key.createdAt),
		expiresAt: isoTimeOrNull(key.expiresAt),
	};
}
