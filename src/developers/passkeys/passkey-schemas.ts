import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { lineOfText, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import type { Passkey } from "./passkeys.d1.ts";

const MAX_BASE64URL = 16_384;

const base64url = () =>
	z
		.string()
		.min(1)
		.max(MAX_BASE64URL)
		.regex(/^[A-Za-z0-9_-]+$/, "must be base64url without padding");

export const credentialIdSchema = lazy(() => base64url().meta({ example: doc("AAECAwQFBgcICQoLDA0ODw") }));

export const passkeyName = lazy(() =>
	lineOfText(64).meta({
		description: doc("For its owner, to tell her keys apart."),
		example: doc("Key on my ring"),
	}),
);

/** What the service needs of a browser's answer. */
export const passkeyAnswer = lazyObject(
	{
		id: "PasskeyAnswer",
		description: doc(
			"What `navigator.credentials.get()` gave for the options: its `id` and members of its `response`, as `toJSON()` writes them.",
		),
	},
	() => ({
		id: credentialIdSchema(),
		clientDataJSON: base64url(),
		authenticatorData: base64url(),
		signature: base64url(),
	}),
);

export const registrationAnswer = lazyObject(
	{
		id: "PasskeyRegistration",
		description: doc(
			"What `navigator.credentials.create()` gave for the options: its `id` and members of its `response`, as `toJSON()` writes them.",
		),
	},
	() => ({
		id: credentialIdSchema(),
		clientDataJSON: base64url(),
		attestationObject: base64url(),
	}),
);

const credentialList = () =>
	z.array(z.strictObject({ type: z.literal("public-key"), id: credentialIdSchema() }));

const commonOptions = () => ({
	challenge: base64url().describe(doc("Good for five minutes, once.")),
	timeout: z.int().describe(doc("Milliseconds.")),
});

export const passkeyOptions = lazyObject(
	{
		id: "PasskeyOptions",
		description: doc("For `navigator.credentials.get()`, by `parseRequestOptionsFromJSON()`."),
	},
	() => ({
		...commonOptions(),
		rpId: z.string().meta({ description: doc("The host of the service."), example: doc("replevin.example") }),
		allowCredentials: credentialList(),
		userVerification: z.literal("required"),
	}),
);

export const registrationOptions = lazyObject(
	{
		id: "PasskeyRegistrationOptions",
		description: doc("For `navigator.credentials.create()`, by `parseCreationOptionsFromJSON()`."),
	},
	() => ({
		...commonOptions(),
		rp: z.strictObject({ id: z.string(), name: z.string() }),
		user: z.strictObject({ id: base64url(), name: z.string(), displayName: z.string() }),
		pubKeyCredParams: z.array(z.strictObject({ type: z.literal("public-key"), alg: z.int() })),
		attestation: z.literal("none"),
		authenticatorSelection: z.strictObject({
			userVerification: z.literal("required"),
			residentKey: z.literal("discouraged"),
		}),
		excludeCredentials: credentialList(),
	}),
);

export const passkeySchema = lazyObject("Passkey", () => ({
	credentialId: credentialIdSchema(),
	name: passkeyName(),
	createdAt: timestampSchema(),
	lastUsedAt: timestampSchema().nullable(),
}));

export const recoveryCodesField = lazy(() =>
	z
		.array(z.string().meta({ example: doc("7K3QX-M9DZ2-4TBWN-0F8HC-RV5JE") }))
		.describe(
			doc(
				"Each lets you in once without a passkey, to add one again. Shown only here: print them. Empty unless this is the first passkey.",
			),
		),
);

export function presentPasskey({
	credentialId,
	name,
	createdAt,
	lastUsedAt,
}: Passkey): Infer<typeof passkeySchema> {
	return { credentialId, name, createdAt: isoTime(createdAt), lastUsedAt: isoTimeOrNull(lastUsedAt) };
}
