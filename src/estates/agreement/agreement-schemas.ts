import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { hash32Schema, lineOfText, nonceSchema, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import type { AcceptedAgreement } from "./agreement.ts";

const MAX_VERSION_LENGTH = 32;

/** Fields of an Agreement besides the signature. */
export const agreementFields = lazy(() => ({
	version: lineOfText(MAX_VERSION_LENGTH).meta({
		description: doc("Version of the current terms, as in the profile."),
		example: doc("2026-11-01"),
	}),
	documentHash: hash32Schema().describe(doc("SHA-256 of the terms' bytes.")),
	nonce: nonceSchema(),
}));

export const documentHashField = lazy(() =>
	z.string().describe(doc("`0x` and the SHA-256 of the document's bytes.")),
);

export const acceptanceSchema = lazyObject("AcceptedAgreement", () => ({
	version: z.string(),
	documentHash: documentHashField(),
	acceptedAt: timestampSchema().describe(doc("When the owner first accepted this version.")),
}));

export function presentAcceptance({
	version,
	documentHash,
	acceptedAt,
}: AcceptedAgreement): Infer<typeof acceptanceSchema> {
	return { version, documentHash, acceptedAt: isoTime(acceptedAt) };
}
