import * as z from "zod";
import type { IssuedKey, ListedKey } from "../../../durable/account/account-messages.ts";
import { defineOperation, REPLAYED, type Reply } from "../../http/operation.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lineOfText, overlapSeconds, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { hintOf, type KeyPair } from "./key-format.ts";
import { MAX_EXPIRY_DAYS, MAX_LABEL_LENGTH } from "./key-limits.ts";

const KEY_ID_EXAMPLE = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";

const keyIdInput = lazy(() =>
	z.uuid("must be the id of a key, a UUID").toLowerCase().meta({ example: KEY_ID_EXAMPLE }),
);

const keyIdField = lazy(() => z.uuid().meta({ example: KEY_ID_EXAMPLE }));
const labelField = lazy(() => z.string().meta({ example: doc("production backend") }));
const expiryField = lazy(() =>
	timestampSchema()
		.nullable()
		.meta({ description: doc("Null if the key is valid until it is revoked.") }),
);

export const issuedKeyResponse = lazy(() =>
	z
		.strictObject({
			keyId: keyIdField().meta({
				description: doc(
					"Store it with the pair. The pair needs it to rotate itself, and cannot look it up, because only sessions can list keys.",
				),
			}),
			label: labelField(),
			apiKey: z.string().meta({ description: doc("Sent as `x-api-key`.") }),
			apiSecret: z.string().meta({
				description: doc("Sent as `x-api-secret`. Shown only once; the service does not store it."),
			}),
			createdAt: timestampSchema(),
			expiresAt: expiryField(),
		})
		.meta({ id: "IssuedApiKey", description: doc("A new API key with its secret.") }),
);

const NOTICE =
	"This key was issued before, to a request with the same Idempotency-Key. Its secret was in that response only. If you do not have the secret, revoke this key in a session, and issue another there. A pair that rotated itself works until its overlap ends. Until then it can rotate once more, with a new Idempotency-Key, but that successor ends with the overlap.";

/** Response to a repeated request, without the secret. */
export const repeatedKeyResponse = lazy(() =>
	z
		.strictObject({
			keyId: keyIdField(),
			label: labelField(),
			createdAt: timestampSchema(),
			expiresAt: expiryField(),
			notice: z
				.string()
				.meta({ description: doc("For people: what to do without the secret."), example: NOTICE }),
		})
		.meta({
			id: "RepeatedApiKey",
			description: doc("The key of an earlier request with the same `Idempotency-Key`, without its secret."),
		}),
);

function replyWithRepeatedKey({ keyId, label, createdAt, expiresAt }: IssuedKey): Reply {
	const body: Infer<typeof repeatedKeyResponse> = {
		keyId,
		label,
		createdAt: isoTime(createdAt),
		expiresAt: isoTimeOrNull(expiresAt),
		notice: NOTICE,
	};
	return { status: 200, headers: REPLAYED, body };
}

function presentIssuedKey(key: KeyPair & IssuedKey): Infer<typeof issuedKeyResponse> {
	return {
		keyId: key.keyId,
		label: key.label,
		apiKey: key.apiKey,
		apiSecret: key.apiSecret,
		createdAt: isoTime(key.createdAt),
		expiresAt: isoTimeOrNull(key.expiresAt),
	};
}

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

const keyIdParam = lazy(() => z.strictObject({ keyId: keyIdInput() }));

const rotateApiKeyBody = lazy(() =>
	z
		.strictObject({
			overlapSeconds: overlapSeconds("How long the old key stays valid; one day if omitted."),
		})
		.meta({ id: "ApiKeyRotationRequest" }),
);

export const rotateApiKey = defineOperation({
	operationId: "rotateApiKey",
	method: "POST",
	path: "/auth/api-keys/{keyId}/rotate",
	tag: "Developer authentication",
	summary: doc("Rotate an API key"),
	description: doc(
		"Issues a successor with the same label and the same lifetime, counted from now. Send `{}` for the default overlap of one day. The old key stays valid until the overlap ends, and counts towards the maximum of five until then. A key pair may rotate itself, three times a day at most; its `keyId` is in the response that issued it. Its successor then keeps the expiry of the old key, and is revoked with it. So do not revoke the old key afterwards: let the overlap end. Unattended rotation needs an overlap of some days. With `overlapSeconds: 0` the old pair ends at once, and if the response is lost, the back-end has no valid pair: an `Idempotency-Key` does not help, because the old pair is 401 `INVALID_AUTH`, and only a session can issue another key. With an overlap the old pair still works. It can rotate once more, with a new `Idempotency-Key`, but this successor ends with the overlap; until then a session must issue a key and revoke the lost one. A rotation by a session with `overlapSeconds: 0` also ends the successors that the old key issued itself.",
	),
	policy: "developer",
	params: keyIdParam,
	body: rotateApiKeyBody,
	idempotencyKey: "by_id",
	responses: {
		201: { description: doc("The successor with its secret."), schema: issuedKeyResponse },
		200: {
			description: doc(
				"A request with the same `Idempotency-Key` issued this successor before. Its secret is not shown again.",
			),
			schema: repeatedKeyResponse,
		},
	},
	errors: ["API_KEY_NOT_FOUND", "EXCEEDED_API_KEY_AMOUNT", "USER_NOT_FOUND"],
	handler: async ({
		params: { keyId },
		body: { overlapSeconds },
		principal,
		services,
		audit,
		creation,
		now,
	}) => {
		const { developerId } = principal;
		const byKeyId = principal.via === "api_key" ? principal.keyId : undefined;
		const rotation = { developerId, keyId, overlapSeconds, byKeyId, creation, now };
		const result = await services.developers.rotateKey(rotation);
		if (result.kind === "issued_before") return replyWithRepeatedKey(result.key);
		await audit({
			action: byKeyId === undefined ? "api_key.rotated" : "api_key.rotated_itself",
			target: keyId,
		});
		await audit({ action: "api_key.issued", target: result.key.keyId });
		await services.mail.tell(developerId, "key_issued", { hint: hintOf(result.key.apiKey) }, now);
		return { status: 201, body: presentIssuedKey(result.key) };
	},
});

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
