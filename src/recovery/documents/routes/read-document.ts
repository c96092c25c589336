import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { AppError } from "../../../kernel/errors/app-error.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import { withReviewerAccess } from "../../case/reviewer-access.ts";

const caseDocumentParams = lazy(() =>
	z.strictObject({
		...caseIdParam().shape,
		documentId: z.string().regex(/^doc_[0-9a-f]{32}$/, "must be `doc_` and 32 lower-case hex digits"),
	}),
);

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
