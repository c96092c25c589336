/**
 * Documents of a case (recovery.md "How a document is stored"): stored, then referenced by a row, then added by a
 * move.
 */
import { invalidDocumentError } from "../../document-store/errors.ts";
import { judgePdf } from "../../document-store/judge-document.ts";
import type { SealedDocuments } from "../../document-store/sealed-documents.ts";
import { sha256Hex } from "../../kernel/crypto/sha256.ts";
import { isFailure, successOf } from "../../kernel/errors/failure.ts";
import type { OfferedDocument } from "../../protocol/case-documents.ts";
import type { CaseDocument } from "../../protocol/case-state.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import type { Caller } from "../case/case-access.ts";
import type { CaseObject } from "../case/case-object.ts";
import { caseErrors } from "../errors.ts";
import type { CaseDocumentRows } from "./case-documents.d1.ts";
import { caseDocumentContext, documentIdOf, objectKeyOf } from "./document-keys.ts";

export type DocumentPorts = {
	caseObject: (caseId: string) => Pick<CaseObject, "offerDocument" | "addDocument" | "findDocument">;
	documents: Pick<SealedDocuments, "store" | "read" | "remove">;
	rows: Pick<CaseDocumentRows, "insert" | "removeUnconfirmed">;
	withinBudget: WithinStorageBudget;
};

/** `isNew`: false for a document that the case had. */
type AddedDocument = { document: CaseDocument; isNew: boolean };

export type DocumentService = ReturnType<typeof createDocumentService>;

export function createDocumentService({ caseObject, documents, rows, withinBudget }: DocumentPorts) {
	async function add(request: {
		caller: Extract<Caller, { kind: "developer" | "wallet" }>;
		clientAddress: string;
		caseId: string;
		title: string;
		/** `declaredType`: as sent. */
		file: { bytes: Uint8Array; declaredType: string };
		now: number;
	}): Promise<AddedDocument> {
		const { caller, caseId, title, file } = request;
		const judged = judgePdf(file.bytes, file.declaredType);
		if (judged.kind !== "accepted") throw invalidDocumentError(judged);
		const offered = { sha256: sha256Hex(file.bytes), title };
		// Avoids storing a document that the case rejects.
		const offer = successOf(await caseObject(caseId).offerDocument(offered, caller), caseErrors);
		if (offer.kind === "on_file") return { document: offer.document, isNew: false };
		const store = () => storeAndAdd({ ...request, offered });
		const storing = { ...request, fileBytes: file.bytes.length };
		return withinBudget(storing, store, ({ isNew }) => isNew);
	}

	async function storeAndAdd(request: {
		caller: Caller;
		caseId: string;
		offered: OfferedDocument;
		file: { bytes: Uint8Array };
		now: number;
	}): Promise<AddedDocument> {
		const { caller, caseId, offered, file, now } = request;
		const object = caseObject(caseId);
		const { objectKey, size, keyVersion } = await documents.store({
			bytes: file.bytes,
			context: caseDocumentContext(caseId),
			sha256: offered.sha256,
		});
		const documentId = documentIdOf(objectKey);
		await rows.insert({ objectKey, caseId, storedAt: now, keyVersion });
		// If this fails, the case may still have the document, so row and object stay.
		const result = await object.addDocument({ documentId, size, ...offered }, caller);
		const isNew = !isFailure(result) && result.document.documentId === documentId;
		if (!isNew) await removeUnconfirmed(objectKey);
		return { document: successOf(result, caseErrors).document, isNew };
	}

	/** Removes the row first, because the sweep finds documents without a row. */
	async function removeUnconfirmed(objectKey: string): Promise<void> {
		try {
			await rows.removeUnconfirmed(objectKey);
			await documents.remove([objectKey]);
		} catch {}
	}

	/** null if this caller may not read it. @throws Error if the document is missing or differs from the case's SHA-256 */
	async function read(request: { caller: Caller; caseId: string; documentId: string }) {
		const { caller, caseId, documentId } = request;
		const document = await caseObject(caseId).findDocument(documentId, caller);
		if (!document) return null;
		const { sha256 } = document;
		const context = caseDocumentContext(caseId);
		return documents.read({ objectKey: objectKeyOf(documentId), context, sha256 });
	}

	return { add, read };
}
