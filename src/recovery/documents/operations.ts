import * as z from "zod";
import { defineOperation, defineUpload } from "../../http/operation.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { lineOfText } from "../../kernel/schemas/schemas.ts";
import { MAX_TITLE_LENGTH } from "../../protocol/case-documents.ts";
import { documentRecord } from "../../protocol/case-record.ts";
import { caseDocumentResponse } from "../case/case-record.ts";
import { caseIdParam, jrcHashParam } from "../case/case-schemas.ts";
import { withReviewerAccess } from "../case/reviewer-access.ts";

const addDocumentBody = lazyObject(() => ({
	title: lineOfText(MAX_TITLE_LENGTH).meta({
		description: doc("A name for readers of the case. It stays in the history."),
		example: doc("Letters of administration"),
	}),
}));

/** recovery.md "Documents". */
export const addDocument = defineUpload({
	operationId: "addCaseDocument",
	method: "POST",
	path: "/recovery-cases/{jrcHash}/documents",
	tag: "Recovery cases",
	summary: doc("Add a document to a case"),
	description: doc(
		"Adds a PDF such as the court order or a death certificate. A document has at most 10 MiB and a case at most 20 documents. JSON has at most 1 MiB, so send a file of more than 0.75 MiB as a form. The bytes of the file decide whether it is a PDF. For the case's developer and the recoveryAccount's wallet session, while the case is open. The document is encrypted at rest and cannot be removed. Its SHA-256, size and title stay in the case's history. A retry with the same file and title is safe: it returns 200 with the stored document.",
	),
	policy: "developer_or_wallet",
	cors: "allowlisted",
	params: jrcHashParam,
	body: addDocumentBody,
	upload: { numbers: [], objects: [] },
	responses: {
		201: { description: doc("The document was added."), schema: caseDocumentResponse },
		200: { description: doc("The case already has this document."), schema: caseDocumentResponse },
	},
	errors: ["RESOURCE_NOT_FOUND", "INVALID_FILE_FORMAT", "RECOVERY_STATUS_ERROR", "EXCEEDED_DOCUMENT_AMOUNT"],
	handler: async ({ params: { caseId }, body: { title }, file, principal, ...request }) => {
		const { services, clientAddress, now, audit } = request;
		const { document, isNew } = await services.caseDocuments.add({
			caller: principal,
			clientAddress,
			caseId,
			title,
			file,
			now,
		});
		const body = documentRecord(document);
		if (!isNew) return { status: 200, body };
		await audit({ action: "recovery_case.document_added", target: body.documentId });
		const location = `${services.basePath}/recovery-cases/${caseId}/documents/${body.documentId}`;
		return { status: 201, headers: { Location: location }, body };
	},
});

const caseDocumentParams = lazyObject(() => ({
	...caseIdParam().shape,
	documentId: z.string().regex(/^doc_[0-9a-f]{32}$/, "must be `doc_` and 32 lower-case hex digits"),
}));

const readCaseDocumentResponse = lazy(() => z.file());

/** The download is audited, so it is not `readOnly`. */
export const readDocument = defineOperation({
	operationId: "readCaseDocument",
	method: "GET",
	path: "/recovery-cases/{caseId}/documents/{documentId}",
	tag: "Recovery cases",
	summary: doc("Download a document of a case"),
	description: doc(
		"For the case's developer, the recoveryAccount's wallet session, and reviewers by session. The case's record lists its documents. The service checks the SHA-256 of the document before it responds.",
	),
	policy: "developer_or_wallet",
	params: caseDocumentParams,
	download: ["application/pdf"],
	responses: {
		200: { description: doc("The document as it was uploaded."), schema: readCaseDocumentResponse },
	},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId, documentId }, principal, services, audit }) => {
		const bytes = await withReviewerAccess(principal, services, (caller) =>
			services.caseDocuments.read({ caller, caseId, documentId }),
		);
		if (bytes === null) {
			throw new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "The document does not exist, or you may not read it.",
			});
		}
		await audit({ action: "recovery_case.document_read", target: documentId });
		return { status: 200, file: { bytes, mimeType: "application/pdf", fileName: `${documentId}.pdf` } };
	},
});
