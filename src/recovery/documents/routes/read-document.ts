import { defineOperation } from "../../../http/operation.ts";
import { seenBy } from "../../case/seen-by.ts";
import { caseDocumentParams } from "../../schemas.ts";
import { caseDocumentFileName } from "../document-context.ts";
import { documentNotFound } from "../document-error.ts";

/** recovery.md "Beyond the specification". It is noted, so it is no mere read. */
export const readDocument = defineOperation({
	operationId: "readCaseDocument",
	method: "GET",
	path: "/recovery-cases/{caseId}/documents/{documentId}",
	tag: "Recovery cases",
	summary: "Download a document of a case",
	description:
		"For the case's developer, the recoveryAccount's wallet session, and reviewers by session. The case's record lists its documents. The service checks the SHA-256 of the document before it responds.",
	policy: "developer_or_wallet",
	params: caseDocumentParams,
	download: ["application/pdf"],
	responses: { 200: "The document as it was uploaded." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId, documentId }, principal, services, audit }) => {
		const bytes = await seenBy(principal, services, (viewer) =>
			services.caseDocuments.read({ viewer, caseId, documentId }),
		);
		if (bytes === null) throw documentNotFound();
		await audit({ action: "recovery_case.document_read", target: documentId });
		const fileName = caseDocumentFileName(documentId);
		return { status: 200, file: { bytes, mimeType: "application/pdf", fileName } };
	},
});
