import * as z from "zod";
import type { IssuedKey } from "../../../durable/account/account-messages.ts";
import { REPLAYED, type Reply } from "../../http/operation.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import type { KeyPair } from "./key-format.ts";

const KEY_ID_EXAMPLE = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";

export const keyIdInput = lazy(() =>
	z.uuid("must be the id of a key, a UUID").toLowerCase().meta({ example: KEY_ID_EXAMPLE }),
);

export const keyIdField = lazy(() => z.uuid().meta({ example: KEY_ID_EXAMPLE }));
export const labelField = lazy(() => z.string().meta({ example: doc("production backend") }));
export const expiryField = lazy(() =>
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

export function replyWithRepeatedKey({ keyId, label, createdAt, expiresAt }: IssuedKey): Reply {
	const body: Infer<typeof repeatedKeyResponse> = {
		keyId,
		label,
		createdAt: isoTime(createdAt),
		expiresAt: isoTimeOrNull(expiresAt),
		notice: NOTICE,
	};
	return { status: 200, headers: REPLAYED, body };
}

export function presentIssuedKey(key: KeyPair & IssuedKey): Infer<typeof issuedKeyResponse> {
	return {
		keyId: key.keyId,
		label: key.label,
		apiKey: key.apiKey,
		apiSecret: key.apiSecret,
		createdAt: isoTime(key.createdAt),
		expiresAt: isoTimeOrNull(key.expiresAt),
	};
}
