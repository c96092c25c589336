import type { Config } from "../../config/config.ts";
import { webSha256Hex } from "../../kernel/crypto/web-sha256.ts";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import { log } from "../../kernel/log.ts";
import { once } from "../../kernel/once.ts";
import { createEvidenceSigner, signExport } from "../../recovery/evidence/sign-head.ts";
import { maintenanceJobsIn } from "../maintenance-jobs.d1.ts";
import { continueExport, type ExportStage } from "./continue-export.ts";
import { createExportParts } from "./export-parts.r2.ts";
import { digestOfTable, exportTable } from "./export-table.ts";
import { createExportedRows, jsonBytes } from "./exported-rows.d1.ts";
import type { DumpedObject } from "./object-dump.ts";
import { createPartSealer } from "./seal-part.ts";

/** Does nothing without an open job. @param documents the prefixes of all documents in R2 */
export async function continueOpenExport(
	now: number,
	env: Env,
	config: Config,
	documents: readonly `${string}/`[],
): Promise<void> {
	const jobs = maintenanceJobsIn(env.DB, "export");
	const { exportKey } = config;
	if (exportKey === null) {
		if (await jobs.next()) log.error("export", { cause: "EXPORT_PUBLIC_KEY is not set" });
		return;
	}
	const parts = createExportParts(env.DOCUMENTS);
	const rows = createExportedRows(env.DB);
	const sealer = once(() => createPartSealer(exportKey));
	await continueExport(now, {
		jobs,
		stages: async () => [
			...(await rows.stages()),
			objectStage("case", rows.caseIdAfter, (id) => env.RECOVERY_CASES.getByName(id)),
			objectStage("account", rows.developerIdAfter, (id) => env.ACCOUNTS.getByName(id)),
			objectStage("endpoint", rows.endpointIdAfter, (id) => env.WEBHOOK_ENDPOINTS.getByName(id)),
			...documents.map(parts.documentStage),
		],
		async store(jobId, index, { name, rows, bytes }) {
			const sealed = await (await sealer())(name, bytes);
			const sha256 = await webSha256Hex(sealed);
			await parts.put(jobId, index, sealed, { name, rows, bytes: bytes.length, sha256 });
		},
		async finish(jobId) {
			const listed = await parts.list(jobId);
			const table = exportTable({ issuer: config.appOrigin, jobId, finishedAt: now, parts: listed });
			const signer = await createEvidenceSigner(config.evidenceSigningKeys.signingKey);
			const signature = await signExport(await digestOfTable(table), signer);
			await parts.putTable(jobId, canonicalJson({ ...table, signature }));
		},
	});
}

function objectStage(
	kind: "case" | "account" | "endpoint",
	idAfter: (after: string) => Promise<string | undefined>,
	objectOf: (id: string) => DumpedObject,
): ExportStage {
	return {
		name: `${kind}s`,
		async next(after) {
			const id = await idAfter(after);
			if (id === undefined) return null;
			const dump = await objectOf(id).dump();
			if (dump === null) return { after: id };
			const rows = Object.values(dump).reduce((sum, of) => sum + of.length, 0);
			return { part: { name: `${kind}:${id}`, rows, bytes: jsonBytes(dump) }, after: id };
		},
	};
}
