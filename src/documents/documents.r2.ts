/** Sealed documents in R2, below one prefix. R2's own customer keys are not used: simulations ignore them silently. */
import { StorageError } from "../kernel/storage-error.ts";
import type { DocumentObjects } from "./sealed-documents.ts";

/** R2's own limit. */
const REMOVED_AT_ONCE = 1000;

/** An outage, for which the caller is asked to try again; whatever R2 says names no content. */
async function stored<T>(what: string, call: Promise<T>): Promise<T> {
	try {
		return await call;
	} catch (error) {
		throw new StorageError(what, error instanceof Error ? error.message : "no reason given");
	}
}

export function createDocumentObjects(bucket: R2Bucket): DocumentObjects {
	return {
		async put(objectKey, sealed) {
			await stored("store a document", bucket.put(objectKey, sealed));
		},

		async get(objectKey) {
			const found = await stored("find a document", bucket.get(objectKey));
			if (!found) return undefined;
			const sealed = new Uint8Array(await stored("read a document", found.arrayBuffer()));
			return { sealed, etag: found.etag };
		},

		async replace(objectKey, sealed, etag) {
			const put = bucket.put(objectKey, sealed, { onlyIf: { etagMatches: etag } });
			return (await stored("replace a document", put)) !== null;
		},

		async remove(objectKeys) {
			for (let at = 0; at < objectKeys.length; at += REMOVED_AT_ONCE) {
				const keys = objectKeys.slice(at, at + REMOVED_AT_ONCE);
				await stored("remove documents", bucket.delete(keys));
			}
		},

		async list(prefix, after, limit) {
			const page = await stored(
				"list documents",
				bucket.list({ prefix, limit, ...(after !== "" && { startAfter: after }) }),
			);
			const objects = page.objects.map(({ key, uploaded }) => ({
				objectKey: key,
				uploadedAt: uploaded.getTime(),
			}));
			return { objects, isLast: !page.truncated };
		},
	};
}
