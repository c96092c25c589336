import * as z from "zod";
import { isoTime } from "../../kernel/iso-time.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { timestampSchema } from "../../kernel/schemas.ts";
import type { AcceptedAgreement } from "./agreement.ts";

export const documentHashField = /* @__PURE__ */ lazy(() =>
	z.string().meta({ description: "`0x` and the SHA-256 of the document's bytes." }),
);

export const acceptanceSchema = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({ version: z.string(), documentHash: documentHashField(), acceptedAt: timestampSchema() })
		.meta({ id: "AcceptedAgreement" }),
);

export function presentAcceptance({
	version,
	documentHash,
	acceptedAt,
}: AcceptedAgreement): Infer<typeof acceptanceSchema> {
	return { version, documentHash, acceptedAt: isoTime(acceptedAt) };
}
