import { AppError } from "../kernel/errors/app-error.ts";
import type { InvalidDocument } from "./judge-document.ts";

const ACCEPTED = { pdf: "a PDF", pdf_or_text: "a PDF or plain text in UTF-8" } as const;

export function invalidDocumentError({ problem, accepted }: InvalidDocument): AppError {
	return new AppError({
		code: "INVALID_FILE_FORMAT",
		message: `The file was rejected: it ${problem}. Send ${ACCEPTED[accepted]}. Nothing was stored.`,
	});
}
