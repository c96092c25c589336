/** The Content-Types that documents go out with. */
import type { DocumentType } from "../../documents/judge-document.ts";

const SENT = {
	"application/pdf": "application/pdf",
	// Text was taken as UTF-8 and nothing else.
	"text/plain": "text/plain; charset=utf-8",
} as const satisfies Record<DocumentType, string>;

export const DOCUMENT_MEDIA_TYPES = Object.keys(SENT);

export function sentMediaType(type: DocumentType): string {
	return SENT[type];
}
