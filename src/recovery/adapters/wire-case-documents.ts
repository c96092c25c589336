/** Makes the ports of a case's documents out of the Worker's bindings. */
import type { WithinStorageRoom } from "../../developers/storage-room.ts";
import { wireDocuments } from "../../documents/adapters/wire-documents.ts";
import type { Config } from "../../env.ts";
import { CASE_DOCUMENTS } from "../document-context.ts";
import { createDocumentService, type DocumentService } from "../document-service.ts";
import { createCaseDocumentRows } from "./case-documents.d1.ts";

export function wireCaseDocuments(env: Env, config: Config, withinRoom: WithinStorageRoom): DocumentService {
	return createDocumentService({
		caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		documents: wireDocuments(env, config, CASE_DOCUMENTS),
		rows: createCaseDocumentRows(env.DB),
		withinRoom,
	});
}
