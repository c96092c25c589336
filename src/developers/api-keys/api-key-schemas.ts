import * as z from "zod";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { timestampSchema } from "../../kernel/schemas.ts";
import type { IssuedKey } from "./api-key-service.ts";

const KEY_ID_EXAMPLE = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";

export const keyIdInput = lazy(() =>
	z.uuid("must be the id of a key, a UUID").toLowerCase().meta({ example: KEY_ID_EXAMPLE }),
);

export const keyIdField = /* @__PURE__ */ lazy(() => z.uuid().meta({ example: KEY_ID_EXAMPLE }));
export const labelField = /* @__PURE__ */ lazy(() => z.string().meta({ example: "production backend" }));
export const expiryField = /* @__PURE__ */ lazy(() =>
	timestampSchema().nullable().meta({ description: "Null if the key is valid until it is revoked." }),
);

export const issuedKeyResponse = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({
			keyId: keyIdField(),
			label: labelField(),
			apiKey: z.string().meta({ description: "Sent as `x-api-key`." }),
			apiSecret: z.string().meta({
				description: "Sent as `x-api-secret`. Shown only once; the service does not store it.",
			}),
			createdAt: timestampSchema(),
			expiresAt: expiryField(),
		})
		.meta({ id: "IssuedApiKey", description: "A new API key with its secret." }),
);

export function presentIssuedKey(key: IssuedKey): Infer<typeof issuedKeyResponse> {
	return {
		keyId: key.keyId,
		label: key.label,
		apiKey: key.apiKey,
		apiSecret: key.apiSecret,
		createdAt: isoTime(key.createdAt),
		expiresAt: isoTimeOrNull(key.expiresAt),
	};
}
