/** Makes the ports of a case's documents out of the Worker's bindings. */

import type { Config } from "../../config/config.ts";
import { wireDocuments } from "../../documents/wire.ts";
import type { WithinStorageQuota } from "../../quota/storage-quota.ts";
import { createCaseDocumentRows } from "./case-documents.d1.ts";
import { CASE_DOCUMENTS } from "./document-context.ts";
import { createDocumentService, type DocumentService } from "./document-service.ts";

export function wireCaseDocuments(
	env: Env,
	config: Config,
	withinQuota: WithinStorageQuota,
): DocumentService {
	return createDocumentService({
		caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		documents: wireDocuments(env, config, CASE_DOCUMENTS),
		rows: createCaseDocumentRows(env.DB),
		withinQuota,
	});
}
