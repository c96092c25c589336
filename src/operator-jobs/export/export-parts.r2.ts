/** The sealed parts of an export, and the documents that they hold as R2 has them, sealed under the service's own keys. */
import type { ExportStage } from "./continue-export.ts";
import type { ListedPart } from "./export-table.ts";

const EXPORTS = "exports/";

const keyOf = (jobId: string, index: number) => `${EXPORTS}${jobId}/${String(index).padStart(9, "0")}.jwe`;

export function createExportParts(bucket: R2Bucket) {
	return {
		async put(
			jobId: string,
			index: number,
			sealed: string,
			{ sha256, name, rows, bytes }: Omit<ListedPart, "key">,
		) {
			const customMetadata = { sha256, name, rows: String(rows), bytes: String(bytes) };
			await bucket.put(keyOf(jobId, index), sealed, { customMetadata });
		},

		/** All parts of a job, in order. */
		async list(jobId: string): Promise<ListedPart[]> {
			const parts: ListedPart[] = [];
			let cursor: string | undefined;
			do {
				const page = await bucket.list({
					...{ prefix: `${EXPORTS}${jobId}/`, include: ["customMetadata"] },
					...(cursor !== undefined && { cursor }),
				});
				for (const { key, customMetadata: facts = {} } of page.objects) {
					if (!key.endsWith(".jwe")) continue;
					const { sha256 = "", name = "", rows, bytes } = facts;
					parts.push({ key, sha256, name, rows: Number(rows), bytes: Number(bytes) });
				}
				cursor = page.truncated ? page.cursor : undefined;
			} while (cursor !== undefined);
			return parts;
		},

		async putTable(jobId: string, text: string): Promise<void> {
			await bucket.put(`${EXPORTS}${jobId}/table.json`, text);
		},

		/** @param prefix of the documents' keys */
		documentStage(prefix: `${string}/`): ExportStage {
			return {
				name: `documents:${prefix}`,
				async next(after) {
					const page = await bucket.list({ prefix, limit: 1, ...(after !== "" && { startAfter: after }) });
					const key = page.objects[0]?.key;
					if (key === undefined) return null;
					const found = await bucket.get(key);
					// Erased in this moment.
					if (!found) return { after: key };
					const bytes = new Uint8Array(await found.arrayBuffer());
					return { part: { name: `document:${key}`, rows: 0, bytes }, after: key };
				},
			};
		},
	};
}
