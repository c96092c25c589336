/** Sealed documents in R2. Does not use R2's customer-provided keys, because simulators ignore them. */
import { StorageError } from "../kernel/errors/storage-error.ts";

const MAX_KEYS_PER_DELETE = 1000;

export type DocumentObjects = ReturnType<typeof createDocumentObjects>;

/** R2's messages are safe, because they contain nothing of a document. */
async function withStorageError<T>(action: string, call: Promise<T>): Promise<T> {
	try {
		return await call;
	} catch (error) {
		throw new StorageError(action, error instanceof Error ? error.message : "no reason given");
	}
}

export function createDocumentObjects(bucket: R2Bucket) {
	return {
		async put(objectKey: string, sealed: Uint8Array): Promise<void> {
			await withStorageError("store a document", bucket.put(objectKey, sealed));
		},

		async get(objectKey: string): Promise<{ sealed: Uint8Array; etag: string } | undefined> {
			const found = await withStorageError("find a document", bucket.get(objectKey));
			if (!found) return undefined;
			const sealed = new Uint8Array(await withStorageError("read a document", found.arrayBuffer()));
			return { sealed, etag: found.etag };
		},

		/** @returns false if the object has changed since this etag */
		async replace(objectKey: string, sealed: Uint8Array, etag: string): Promise<boolean> {
			const put = bucket.put(objectKey, sealed, { onlyIf: { etagMatches: etag } });
			return (await withStorageError("replace a document", put)) !== null;
		},

		async remove(objectKeys: readonly string[]): Promise<void> {
			for (let at = 0; at < objectKeys.length; at += MAX_KEYS_PER_DELETE) {
				const keys = objectKeys.slice(at, at + MAX_KEYS_PER_DELETE);
				await withStorageError("remove documents", bucket.delete(keys));
			}
		},

		/** @param after the previous page's last key, or an empty string */
		async list(prefix: string, after: string, limit: number) {
			const page = await withStorageError(
				"list documents",
				bucket.list({ prefix, limit, ...(after !== "" && { startAfter: after }) }),
			);
			const objects = page.objects.map(({ key, uploaded }) => ({
				objectKey: key,
				/** Unix milliseconds. */
				uploadedAt: uploaded.getTime(),
			}));
			return { objects, isLast: !page.truncated };
		},
	};
}
