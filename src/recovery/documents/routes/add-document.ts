import { defineUpload } from "../../../http/operation.ts";
import { documentRecord } from "../../case/case-record.ts";
import { addDocumentBody, addDocumentForm, jrcHashParam } from "../../schemas.ts";
import { documentError } from "../document-error.ts";

/** recovery.md "Beyond the specification"; ADR 25. */
export const addDocument = defineUpload({
	operationId: "addCaseDocument",
	method: "POST",
	path: "/recovery-cases/{jrcHash}/documents",
	tag: "Recovery cases",
	summary: "Add a document to a case",
	description:
		"The court order itself, a death certificate: a PDF of at most 10 MiB, told by its bytes, at most 20 of them. For the case's developer and the recoveryAccount's wallet session, as long as the case is open. It is sealed; its SHA-256, size and title stand in the case's history for good, and it cannot be taken back. Sending the same file with the same title again is safe: it answers 200 with what is on file.",
	policy: "case-lister",
	params: jrcHashParam,
	body: addDocumentBody,
	upload: addDocumentForm,
	responses: { 201: "The document, as it stands in the case.", 200: "The case has this very document." },
	errors: ["RESOURCE_NOT_FOUND", "INVALID_FILE_FORMAT", "RECOVERY_STATUS_ERROR", "EXCEEDED_DOCUMENT_AMOUNT"],
	handler: async ({
		params: { jrcHash },
		body: { title },
		file,
		principal,
		services,
		clientAddress,
		now,
		audit,
	}) => {
		const request = { viewer: principal, clientAddress, jrcHash, title, file, now };
		const answer = await services.caseDocuments.add(request);
		if (answer.kind !== "added" && answer.kind !== "on_file") throw documentError(answer);
		const body = documentRecord(answer.document);
		if (answer.kind === "on_file") return { status: 200, body };
		await audit({ action: "recovery_case.document_added", target: body.documentId });
		const location = `${services.basePath}/recovery-cases/${answer.caseId}/documents/${body.documentId}`;
		return { status: 201, headers: { Location: location }, body };
	},
});
