/** Requests of `POST /typed-data` for the messages of owners (signing.md "The messages"). */
import * as z from "zod";
import { MAX_DOCUMENT_BYTES } from "../document-store/judge-document.ts";
import { describeType } from "../kernel/crypto/eip712.ts";
import { type Infer, lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { agreementFields } from "./agreement/agreement-schemas.ts";
import { eraseFields } from "./erasure/erasure-schemas.ts";
import { privacyCodeFields } from "./privacy-code/privacy-code-schemas.ts";
import { ownerParams } from "./profile/owner-schemas.ts";
import { serviceSchema, signedChainIdSchema } from "./signed-request.ts";
import { agreementType, eraseType, privacyCodeType, willType } from "./typed-data.ts";
import { willFields } from "./will/will-schemas.ts";

const ofOwner = lazy(() => ({
	...ownerParams().shape,
	service: serviceSchema().optional().describe(doc("The origin of this service, which is also the default.")),
	chainId: signedChainIdSchema(),
}));

export const agreementRequest = lazyObject(
	() => ({
		id: "AgreementMessage",
		description: doc(
			`Accepts the terms. Fields that are absent are filled in: the current version, its hash, and a random \`nonce\`. Signed by ownerAddress. ${describeType(agreementType)}`,
		),
	}),
	() => ({
		message: z.literal("Agreement"),
		...ofOwner(),
		...z.object(agreementFields()).partial().shape,
	}),
);

export const privacyCodeRequest = lazyObject(
	() => ({
		id: "PrivacyCodeMessage",
		description: doc(
			`Creates a privacy code. An absent \`nonce\` is filled in with 32 random bytes. Signed by ownerAddress. ${describeType(privacyCodeType)}`,
		),
	}),
	() => ({
		message: z.literal("PrivacyCode"),
		...ofOwner(),
		...z.object(privacyCodeFields()).partial({ nonce: true }).shape,
	}),
);

export const willRequest = lazyObject(
	() => ({
		id: "WillMessage",
		description: doc(`Lodges a will. Signed by ownerAddress. ${describeType(willType)}`),
	}),
	() => ({
		message: z.literal("Will"),
		...ofOwner(),
		...willFields(),
		mimeType: z.enum(["application/pdf", "text/plain"]).meta({
			description: doc("The type of the file's bytes, without parameters."),
			example: doc("text/plain"),
		}),
		size: z
			.int()
			.min(1, "must be at least 1")
			.max(MAX_DOCUMENT_BYTES, `must be at most ${MAX_DOCUMENT_BYTES}`)
			.meta({ description: doc("Size of the file in bytes."), example: 31 }),
	}),
);

export const eraseRequest = lazyObject(
	() => ({
		id: "EraseMessage",
		description: doc(
			`Erases an estate profile. Fields that are absent are filled in: a random \`nonce\`, and a \`deadline\` in half an hour. Signed by ownerAddress. ${describeType(eraseType)}`,
		),
	}),
	() => ({ message: z.literal("Erase"), ...ofOwner(), ...z.object(eraseFields()).partial().shape }),
);

export type OwnerMessageRequest =
	| Infer<typeof agreementRequest>
	| Infer<typeof privacyCodeRequest>
	| Infer<typeof willRequest>
	| Infer<typeof eraseRequest>;
