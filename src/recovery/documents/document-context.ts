/** Where a case's document is stored, and the context that its encryption is bound to. */

/** Prefix of the object keys of all cases' documents. */
export const CASE_DOCUMENTS = "case-documents/";

/** The case alone finds its documents: the key is their id. */
export const objectKeyOf = (documentId: string): string => `${CASE_DOCUMENTS}${documentId}`;
export const documentIdOf = (objectKey: string): string => objectKey.slice(CASE_DOCUMENTS.length);

/** As the `context` of kernel/sealed-document.ts. Which one of the case it is, its SHA-256 in the case says. */
export function caseDocumentContext(caseId: string): string {
	return `case-document/${caseId}`;
}
