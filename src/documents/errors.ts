/** A file that is refused, as the answer for the caller. */
import { AppError } from "../kernel/app-error.ts";
import type { DocumentRefusal } from "./judge-document.ts";

/** @param taken what would be right, such as `a PDF` */
export function notADocumentError({ problem }: DocumentRefusal, taken: string): AppError {
	return new AppError({
		code: "INVALID_FILE_FORMAT",
		message: `The file was rejected: it ${problem}. Send ${taken}. Nothing was stored.`,
	});
}
