/** A document that could not be added or read, as the answer for the caller. */

import { invalidDocumentError } from "../../documents/errors.ts";
import { AppError } from "../../kernel/app-error.ts";
import { storageQuotaError } from "../../quota/errors.ts";
import { recoveryError } from "../errors.ts";
import type { AddDocumentAnswer } from "./document-service.ts";

export function documentError(failure: Exclude<AddDocumentAnswer, { kind: "added" | "on_file" }>): AppError {
	if (failure.kind === "storage_quota_exceeded") return storageQuotaError(failure);
	return failure.kind === "invalid_document"
		? invalidDocumentError(failure, "a PDF")
		: recoveryError(failure);
}

/** The same for a case that does not exist, one without this document, and one that the caller has no part in. */
export function documentNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "The document does not exist, or you may not read it.",
	});
}
