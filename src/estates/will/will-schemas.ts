import * as z from "zod";
import { isoTime } from "../../kernel/iso-time.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { timestampSchema } from "../../kernel/schemas.ts";
import type { WillStatus } from "./will.ts";

export const willStatusSchema = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({
			version: z.int(),
			sha256: z.string().meta({ description: "`0x` and the SHA-256 of the document's bytes." }),
			mimeType: z.enum(["application/pdf", "text/plain"]),
			size: z.int().meta({ description: "In bytes." }),
			uploadedAt: timestampSchema(),
		})
		.meta({ id: "WillStatus" }),
);

export function presentWill(will: WillStatus): Infer<typeof willStatusSchema> {
	const { version, sha256, mimeType, size, uploadedAt } = will;
	return { version, sha256, mimeType, size, uploadedAt: isoTime(uploadedAt) };
}
