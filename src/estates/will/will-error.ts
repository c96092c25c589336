/** The one place where a reason about wills becomes an error for the caller. */
import { notADocumentError } from "../../documents/errors.ts";
import { AppError } from "../../kernel/app-error.ts";
import { estateError } from "../errors.ts";
import type { LodgeWillAnswer, ReadWillAnswer } from "./will-service.ts";

export type WillReason = Exclude<LodgeWillAnswer | ReadWillAnswer, { kind: "lodged" | "document" }>;

export function willError(reason: WillReason): AppError {
	switch (reason.kind) {
		case "not_a_document":
			return notADocumentError(reason, "a PDF or plain text in UTF-8");
		case "other_bytes":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message:
					"The file is not the one that was signed: its SHA-256 is another. It may have been changed on the way. Nothing was stored.",
				details: [{ field: "sha256", message: `the SHA-256 of the file's bytes is ${reason.sha256}` }],
			});
		case "version_conflict":
			return new AppError({
				code: "WILL_VERSION_CONFLICT",
				message: `The next version of this will is ${reason.next}. Sign and send that one. Nothing was stored.`,
			});
		case "too_many_versions":
			return new AppError({
				code: "EXCEEDED_DOCUMENT_AMOUNT",
				message: `The estate has ${reason.limit} versions of its will on file, which is the most that are kept; the newest one stands. Nothing was stored. To go on, erase the estate and lodge the will as version ${reason.next}.`,
			});
		case "no_will":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such will on file: none was lodged, or none of this version.",
			});
		default:
			return estateError(reason);
	}
}
