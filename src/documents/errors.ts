import { AppError } from "../kernel/app-error.ts";
import type { InvalidDocument } from "./judge-document.ts";

/** @param accepted what to send instead, such as `a PDF` */
export function invalidDocumentError({ problem }: InvalidDocument, accepted: string): AppError {
	return new AppError({
		code: "INVALID_FILE_FORMAT",
		message: `The file was rejected: it ${problem}. Send ${accepted}. Nothing was stored.`,
	});
}
