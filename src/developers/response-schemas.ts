/** What goes out about developers, their sessions and keys (design/auth.md). */
import * as z from "zod";
import { timestampSchema } from "../kernel/schemas.ts";
import { ROLES } from "./ports.ts";

const keyId = z.uuid().meta({ example: "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10" });
const label = z.string().meta({ example: "production backend" });
const expiresAt = timestampSchema()
	.nullable()
	.meta({ description: "Null if the key is valid until it is revoked." });

export const userSchema = z
	.strictObject({
		id: z.string().meta({ example: "dev_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f" }),
		email: z.string().meta({ description: "Lower case.", example: "dev@example.com" }),
		role: z.enum(ROLES),
		createdAt: timestampSchema(),
	})
	.meta({ id: "User", description: "A developer's account." });

export const userResponse = z.strictObject({ user: userSchema }).meta({ id: "UserAnswer" });

export const loginResponse = z
	.strictObject({
		user: userSchema,
		expiresAt: timestampSchema().meta({ description: "When the session expires at the latest." }),
		accessToken: z.string().optional().meta({
			description: "Bearer token. Not sent to browsers, which get the cookie only.",
		}),
	})
	.meta({ id: "Session" });

export const logoutResponse = z.strictObject({}).meta({ id: "LoggedOut" });

export const doneResponse = z
	.strictObject({})
	.meta({ id: "Done", description: "The operation succeeded; there is no data to return." });

export const apiKeySchema = z
	.strictObject({
		keyId,
		label,
		hint: z
			.string()
			.meta({ description: "The last characters of the key, to recognise it.", example: "sk_…7Qb2" }),
		createdAt: timestampSchema(),
		lastUsedAt: timestampSchema()
			.nullable()
			.meta({ description: "Accurate to the minute; null before the first use." }),
		expiresAt,
	})
	.meta({ id: "ApiKey", description: "An active API key, without its secret." });

export const apiKeyListResponse = z.strictObject({ data: z.array(apiKeySchema) }).meta({ id: "ApiKeyList" });

export const issuedApiKeySchema = z
	.strictObject({
		keyId,
		label,
		apiKey: z.string().meta({ description: "Sent as `x-api-key`." }),
		apiSecret: z
			.string()
			.meta({ description: "Sent as `x-api-secret`. Shown only once; the service does not store it." }),
		createdAt: timestampSchema(),
		expiresAt,
	})
	.meta({ id: "IssuedApiKey", description: "A new API key with its secret." });

export const revokedApiKeySchema = z
	.strictObject({ keyId, revokedAt: timestampSchema() })
	.meta({ id: "RevokedApiKey" });
