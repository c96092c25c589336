/** Uploads and downloads of case documents, and their stored rows. */
import { env, exports } from "cloudflare:workers";
import * as z from "zod";
import { configOf } from "../../../src/config/config.ts";
import { wireDocuments } from "../../../src/document-store/wire.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { caseDocumentResponse } from "../../../src/recovery/case/case-record.ts";
import { createCaseDocumentRows } from "../../../src/recovery/documents/case-documents.d1.ts";
import { CASE_DOCUMENTS } from "../../../src/recovery/documents/document-keys.ts";
import type { DocumentPorts } from "../../../src/recovery/documents/document-service.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { type CheckedResponse, call, ORIGIN } from "../../support/contract/openapi-client.ts";
import { type FormFile, formOf } from "../../support/signing/will-signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import { sendForm } from "../estates/will-calls.ts";
import { caseObject } from "./support.ts";

export type Headers = Record<string, string>;

export const documentsPath = (jrcHash: Hex) => `/recovery-cases/${jrcHash}/documents`;
export const pathOf = (caseId: string, documentId: string) =>
	`/recovery-cases/${caseId}/documents/${documentId}`;

let texts = 0;
/** A PDF with content of its own. */
export const newPdf = () => pdfFile({ text: `Letters of administration, ${++texts}` });

/** A valid upload, with optional changes. */
export function add(
	intent: RecoveryIntent,
	headers: Headers,
	{ title = "Letters of administration", ...file }: Partial<FormFile> & { title?: string } = {},
): Promise<CheckedResponse> {
	const sent = { bytes: newPdf(), type: "application/pdf", name: "letters.pdf", ...file };
	return sendForm(documentsPath(hashRecoveryIntent(intent)), formOf({ title }, sent), headers);
}

/** The document of an upload that must succeed. */
export async function added(...args: Parameters<typeof add>) {
	const { status, body } = await add(...args);
	if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
	return caseDocumentResponse().parse(body);
}

export const read = (caseId: string, documentId: string, headers: Headers) =>
	call("GET", pathOf(caseId, documentId), { headers });

/** The response and its exact bytes. */
export async function download(caseId: string, documentId: string, headers: Headers) {
	const path = `${ORIGIN}/api/v1${pathOf(caseId, documentId)}`;
	const response = await exports.default.fetch(path, { headers });
	return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const documentRow = z.object({
	object_key: z.string(),
	case_id: z.string(),
	stored_at: z.number(),
	added_at: z.number().nullable(),
});

/** The case's rows in D1, ordered by key. */
export async function rowsOf(caseId: string) {
	const { results } = await env.DB.prepare(
		"SELECT * FROM case_documents WHERE case_id = ? ORDER BY object_key",
	)
		.bind(caseId)
		.all();
	return z.array(documentRow).parse(results);
}

type CaseObject = ReturnType<DocumentPorts["caseObject"]>;

export const wired = (): DocumentPorts => ({
	caseObject,
	documents: wireDocuments(env, configOf(env), CASE_DOCUMENTS),
	rows: createCaseDocumentRows(env.DB),
	withinBudget: (_, run) => run(),
});

/** Case objects with another implementation of `addDocument`. */
export const movedBy = (move: (ask: CaseObject["addDocument"]) => CaseObject["addDocument"]) => ({
	caseObject: (caseId: string): CaseObject => {
		const real = wired().caseObject(caseId);
		return {
			offerDocument: (...args) => real.offerDocument(...args),
			findDocument: (...args) => real.findDocument(...args),
			addDocument: move((...args) => real.addDocument(...args)),
		};
	},
});

/** Makes D1 fail for these rows by renaming their table. */
export async function withoutTable<T>(run: () => Promise<T>): Promise<T> {
	await env.DB.prepare("ALTER TABLE case_documents RENAME TO case_documents_away").run();
	return run().finally(() =>
		env.DB.prepare("ALTER TABLE case_documents_away RENAME TO case_documents").run(),
	);
}
