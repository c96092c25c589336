export const CASE_DOCUMENTS = "case-documents/";

export const objectKeyOf = (documentId: string): string => `${CASE_DOCUMENTS}${documentId}`;
export const documentIdOf = (objectKey: string): string => objectKey.slice(CASE_DOCUMENTS.length);

/** Binds a document's encryption to its case. */
export function caseDocumentContext(caseId: string): string {
	return `case-document/${caseId}`;
}
