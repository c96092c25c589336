/**
 * Adding documents to a case and giving them back (recovery.md "Beyond the specification"). A document is stored,
 * then named by a row, then taken by the case in a move of its history; of each step a crash leaves what the next
 * sweep takes away, and only the case's own word takes a document away that a row names (`settle-documents.ts`).
 */

import { type InvalidDocument, judgePdf } from "../../documents/judge-document.ts";
import type { SealedDocuments } from "../../documents/sealed-documents.ts";
import type { Hex } from "../../kernel/hex.ts";
import { caseIdOf } from "../../kernel/ids.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import type { StorageQuotaExceeded, WithinStorageQuota } from "../../quota/storage-quota.ts";
import type { Viewer } from "../case/caller.ts";
import type { CaseObject } from "../case/case-object.ts";
import type { CaseDocument } from "../case/case-state.ts";
import type { CaseDocumentRows } from "./case-documents.d1.ts";
import type { OfferedDocument } from "./case-documents.ts";
import { caseDocumentContext, documentIdOf, objectKeyOf } from "./document-context.ts";
import type { DocumentAnswer } from "./document-messages.ts";

export type DocumentPorts = {
	caseObject: (caseId: string) => Pick<CaseObject, "offerDocument" | "addDocument" | "findDocument">;
	documents: Pick<SealedDocuments, "store" | "read" | "remove">;
	rows: Pick<CaseDocumentRows, "insert" | "forget">;
	withinQuota: WithinStorageQuota;
};

export type AddDocumentAnswer =
	| { kind: "added"; caseId: string; document: CaseDocument }
	| InvalidDocument
	| StorageQuotaExceeded
	| DocumentAnswer;

export type DocumentService = ReturnType<typeof createDocumentService>;

export function createDocumentService({ caseObject, documents, rows, withinQuota }: DocumentPorts) {
	/** `on_file`: the case had it before, or a request beside this one was as quick. */
	async function add(request: {
		viewer: Extract<Viewer, { kind: "developer" | "wallet" }>;
		clientAddress: string;
		jrcHash: Hex;
		title: string;
		/** `declaredType` as it was sent. */
		file: { bytes: Uint8Array; declaredType: string };
		now: number;
	}): Promise<AddDocumentAnswer> {
		const { viewer, title, file } = request;
		const judged = judgePdf(file.bytes, file.declaredType);
		if (judged.kind !== "accepted") return judged;
		const caseId = caseIdOf(request.jrcHash);
		const offered = { sha256: sha256Hex(file.bytes), title };
		// So that nothing is sealed and stored in vain; what decides is the move.
		const offer = await caseObject(caseId).offerDocument(offered, viewer);
		if (offer.kind !== "free") return offer;
		const store = () => put({ ...request, caseId, offered });
		const storing = { ...request, caller: viewer, fileBytes: file.bytes.length };
		return withinQuota(storing, store, ({ kind }) => kind === "added");
	}

	async function put(request: {
		viewer: Viewer;
		caseId: string;
		offered: OfferedDocument;
		file: { bytes: Uint8Array };
		now: number;
	}): Promise<AddDocumentAnswer> {
		const { viewer, caseId, offered, file, now } = request;
		const object = caseObject(caseId);
		const { objectKey, size, keyVersion } = await documents.store({
			bytes: file.bytes,
			context: caseDocumentContext(caseId),
			sha256: offered.sha256,
		});
		const documentId = documentIdOf(objectKey);
		await rows.insert({ objectKey, caseId, storedAt: now, keyVersion });
		// Where the answer is lost it may have been added: then row and document stay, and the sweep asks the case.
		const answer = await object.addDocument({ documentId, size, ...offered }, viewer);
		if (answer.kind === "on_file" && answer.document.documentId === documentId) {
			return { kind: "added", caseId, document: answer.document };
		}
		await removeUntaken(objectKey);
		return answer;
	}

	/** The row first: a document without one is found by the sweep. Where this fails that does it. */
	async function removeUntaken(objectKey: string): Promise<void> {
		try {
			await rows.forget(objectKey);
			await documents.remove([objectKey]);
		} catch {}
	}

	/**
	 * The bytes as they were uploaded, or null where there is no such document for this viewer.
	 * @throws Error where it is lost, or not the one that stands in the case
	 */
	async function read(request: { viewer: Viewer; caseId: string; documentId: string }) {
		const { viewer, caseId, documentId } = request;
		const document = await caseObject(caseId).findDocument(documentId, viewer);
		if (!document) return null;
		const { sha256 } = document;
		const context = caseDocumentContext(caseId);
		return documents.read({ objectKey: objectKeyOf(documentId), context, sha256 });
	}

	return { add, read };
}
