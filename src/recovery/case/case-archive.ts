/** The files of a case's archive, as the caller may read them (archives.md "The archive"). */

import { type ArchivedFile, textFile } from "../../archives/archiver.ts";
import { EVIDENCE_PATH } from "../../protocol/archive/archive-format.ts";
import type { CaseDocument } from "../../protocol/case-state.ts";
import type { DocumentService } from "../documents/document-service.ts";
import type { Caller } from "./case-access.ts";
import type { CaseObject } from "./case-object.ts";
import type { RecoveryService } from "./case-service.ts";

type ArchivePorts = {
	caseObject: (caseId: string) => Pick<CaseObject, "findDocument">;
	recovery: () => Pick<RecoveryService, "read" | "evidence">;
	documents: () => Pick<DocumentService, "read">;
};

export function createCaseFiles({ caseObject, recovery, documents }: ArchivePorts) {
	/** null if the caller may not see the case. */
	return async function filesOf(
		caller: Caller,
		request: { caseId: string; clientAddress: string; now: number },
	): Promise<ArchivedFile[] | null> {
		const { caseId } = request;
		const evidence = await recovery().evidence(caller, request);
		const record = await recovery().read(caller, caseId);
		if (evidence === null || record === null) return null;
		const listed: CaseDocument[] = JSON.parse(record).documents;
		const [first] = listed;
		// Who may read one document of a case may read all.
		const mayRead = first && (await caseObject(caseId).findDocument(first.documentId, caller)) !== null;
		const read = ({ documentId }: CaseDocument) => documents().read({ caller, caseId, documentId });
		return [
			textFile(EVIDENCE_PATH, evidence),
			textFile("case.json", record),
			...(mayRead ? listed.map((document) => documentFile(document, () => read(document))) : []),
		];
	};
}

function documentFile(
	{ documentId, sha256, size }: CaseDocument,
	read: () => Promise<Uint8Array | null>,
): ArchivedFile {
	return {
		path: `documents/${documentId}.pdf`,
		...{ sha256, size },
		async read() {
			const bytes = await read();
			if (bytes === null) throw new Error(`the document ${documentId} may not be read any more`);
			return bytes;
		},
	};
}
