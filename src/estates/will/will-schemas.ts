import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { hash32Schema, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import { MAX_WILL_VERSION, type WillStatus } from "./will.ts";

/** Fields of a Will besides the signature and the file. */
export const willFields = lazy(() => ({
	version: z
		.int()
		.min(1, "must be at least 1")
		.max(MAX_WILL_VERSION, `must be at most ${MAX_WILL_VERSION}`)
		.meta({
			description: doc(
				"The newest version + 1; 1 for the first will. Numbers continue after an erasure; WILL_VERSION_CONFLICT names the next one.",
			),
			example: 1,
		}),
	sha256: hash32Schema().meta({
		description: doc("SHA-256 of the file's bytes, as signed."),
		example: doc(`0x${"5f".repeat(32)}`),
	}),
}));

export const willStatusSchema = lazyObject("WillStatus", () => ({
	version: z.int(),
	sha256: z.string().describe(doc("`0x` and the SHA-256 of the document's bytes.")),
	mimeType: z.enum(["application/pdf", "text/plain"]),
	size: z.int().describe(doc("In bytes.")),
	uploadedAt: timestampSchema(),
}));

export function presentWill(will: WillStatus): Infer<typeof willStatusSchema> {
	const { version, sha256, mimeType, size, uploadedAt } = will;
	return { version, sha256, mimeType, size, uploadedAt: isoTime(uploadedAt) };
}
