/** The one place where a reason about wills becomes an error for the caller. */
import { invalidDocumentError } from "../../documents/errors.ts";
import { AppError } from "../../kernel/app-error.ts";
import { estateError } from "../errors.ts";
import type { LodgeWillAnswer, ReadWillAnswer } from "./will-service.ts";

export type WillReason = Exclude<LodgeWillAnswer | ReadWillAnswer, { kind: "lodged" | "document" }>;

export function willError(reason: WillReason): AppError {
	switch (reason.kind) {
		case "invalid_document":
			return invalidDocumentError(reason, "a PDF or plain text in UTF-8");
		case "other_bytes":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message:
					"The file's SHA-256 differs from the signed one. The file may have been changed in transit. Nothing was stored.",
				details: [{ field: "sha256", message: `the SHA-256 of the file's bytes is ${reason.sha256}` }],
			});
		case "version_conflict":
			return new AppError({
				code: "WILL_VERSION_CONFLICT",
				message: `The next version of this will is ${reason.next}. Sign and send that version. Nothing was stored.`,
			});
		case "too_many_versions":
			return new AppError({
				code: "EXCEEDED_DOCUMENT_AMOUNT",
				message: `The estate has ${reason.limit} versions of its will, which is the maximum; the newest one remains valid. Nothing was stored. To continue, erase the estate and lodge the will as version ${reason.next}.`,
			});
		case "no_will":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such will: none was lodged, or none with this version.",
			});
		default:
			return estateError(reason);
	}
}
