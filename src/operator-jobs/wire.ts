/** The jobs that an operator starts. */
import type { Config } from "../config/config.ts";
import { createDocumentResealer } from "../document-store/reseal-documents.ts";
import { wireDocuments } from "../document-store/wire.ts";
import { contextOfDocument, ESTATE_DOCUMENTS } from "../estates/estate-documents.d1.ts";
import { continueReindex } from "../recovery/case/reindex.ts";
import { reindexJobsIn } from "../recovery/case/reindex-jobs.d1.ts";
import { contextOfCaseDocument } from "../recovery/documents/case-documents.d1.ts";
import { CASE_DOCUMENTS } from "../recovery/documents/document-keys.ts";
import { wireWatcherReseal } from "../watchers/wire.ts";
import { continueOpenExport } from "./export/wire.ts";
import { continueReseal, type Reseal } from "./reseal.ts";
import { resealJobsIn } from "./reseal-jobs.d1.ts";

/** The settings are parsed by the caller. */
type Work = { now: number; env: Env; config: Config };

export const jobs = {
	reindex: ({ now, env: { DB, RECOVERY_CASES } }: Work): Promise<void> =>
		continueReindex(now, reindexJobsIn(DB), (caseId) => RECOVERY_CASES.getByName(caseId).rewriteCopies()),

	reseal(work: Work): Promise<void> {
		const { now, env, config } = work;
		const { currentVersion } = config.keyEncryptionKeys;
		return continueReseal(now, resealJobsIn(env.DB, currentVersion), resealIn(work));
	},

	export: ({ now, env, config }: Work): Promise<void> =>
		continueOpenExport(now, env, config, [ESTATE_DOCUMENTS, CASE_DOCUMENTS]),
};

/** By the prefix of the id: see `SEALED_KINDS`. */
function resealIn({ env, config }: Work): Reseal {
	const { DB, WEBHOOK_ENDPOINTS } = env;
	const resealerOf = (prefix: `${string}/`, contextOf: typeof contextOfDocument) =>
		createDocumentResealer(wireDocuments(env, config, prefix), (objectKey) => contextOf(DB, objectKey));
	const resealEstateDocument = resealerOf(ESTATE_DOCUMENTS, contextOfDocument);
	const resealWatcher = wireWatcherReseal(env, config);
	const resealCaseDocument = resealerOf(CASE_DOCUMENTS, contextOfCaseDocument);
	return (id) => {
		if (id.startsWith(ESTATE_DOCUMENTS)) return resealEstateDocument(id);
		if (id.startsWith(CASE_DOCUMENTS)) return resealCaseDocument(id);
		if (id.startsWith("wat_")) return resealWatcher(id);
		return WEBHOOK_ENDPOINTS.getByName(id).reseal();
	};
}
