/**
 * Documents in the object store, sealed (kernel/sealed-document.ts), each under a random key of its own, so that
 * neither the store nor a key tells what is in one or whose it is. Whoever keeps the key in a row writes that row
 * last: a document that no row names is taken away by `sweep-orphans.ts`.
 *
 * What is read is what was stored, or it is an error: the seal says that nobody has changed it, and the hash of the
 * row that it is the right one.
 */
import type { Hex } from "../kernel/hex.ts";
import { newDocumentId } from "../kernel/random-ids.ts";
import { keyVersionOf, openDocument, rewrapDocument, sealDocument } from "../kernel/sealed-document.ts";
import type { Sealer } from "../kernel/sealing.ts";
import { sha256Hex } from "../kernel/sha256.ts";

/** Rejects with a StorageError where the store does not answer. */
export type DocumentObjects = {
	put(objectKey: string, sealed: Uint8Array): Promise<void>;
	get(objectKey: string): Promise<{ sealed: Uint8Array; etag: string } | undefined>;
	/** False where it is no longer the one of this etag, or gone. */
	replace(objectKey: string, sealed: Uint8Array, etag: string): Promise<boolean>;
	/** What is not there needs no removing. */
	remove(objectKeys: readonly string[]): Promise<void>;
	/** In the order of their keys. @param after the last one of the page before, or empty */
	list(
		prefix: string,
		after: string,
		limit: number,
	): Promise<{ objects: { objectKey: string; uploadedAt: number }[]; isLast: boolean }>;
};

/** A document's place and what it is, as a row keeps them. */
export type StoredDocument = {
	objectKey: string;
	sha256: Hex;
	size: number;
	/** Of the key-encryption key; a row takes it as `sealedUnder` of `src/db/sealed-under.ts` gives it. */
	keyVersion: number;
};

export type SealedDocuments = ReturnType<typeof createSealedDocuments>;

/**
 * @param sealer for the purpose `document-key`
 * @param prefix of every key here. Whose rows name what is below it, `sweep-orphans.ts` and the rotation of keys have
 * to know: a slice has one of its own, which ends in a slash
 */
export function createSealedDocuments(objects: DocumentObjects, sealer: Sealer, prefix: `${string}/`) {
	return {
		/**
		 * @param document.context what it belongs to; reading must be told the same
		 * @param document.sha256 of the bytes, where it is known already
		 */
		async store(document: { bytes: Uint8Array; context: string; sha256?: Hex }): Promise<StoredDocument> {
			const { bytes, context, sha256 = sha256Hex(bytes) } = document;
			const objectKey = `${prefix}${newDocumentId()}`;
			const sealed = await sealDocument(bytes, { sealer, context });
			await objects.put(objectKey, sealed.bytes);
			return { objectKey, sha256, size: bytes.length, keyVersion: sealed.header.keyVersion };
		},

		/** @throws Error that says nothing of the content where it is gone, broken or another one */
		async read(document: { objectKey: string; context: string; sha256: string }): Promise<Uint8Array> {
			const { objectKey, context, sha256 } = document;
			const found = await objects.get(objectKey);
			if (!found) throw new Error(`the document ${objectKey} is gone`);
			const bytes = await openDocument(found.sealed, { sealer, context });
			if (sha256Hex(bytes) !== sha256) throw new Error(`the document ${objectKey} is not the one of its row`);
			return bytes;
		},

		/** Of documents that no row names any more. */
		remove: (objectKeys: readonly string[]) => objects.remove(objectKeys),

		/**
		 * Puts the document's key under the key-encryption key in force; the document itself is not opened. Cut off
		 * anywhere, the document is there and opens. @returns the version that it is under now
		 */
		async reseal(objectKey: string, context: string): Promise<{ keyVersion: number } | { kind: "gone" }> {
			const found = await objects.get(objectKey);
			if (!found) return { kind: "gone" };
			const keyVersion = keyVersionOf(found.sealed);
			// A newer one is another place's, which knows more than this one.
			if (keyVersion >= sealer.currentVersion) return { keyVersion };
			const { header, bytes } = await rewrapDocument(found.sealed, { sealer, context });
			if (await objects.replace(objectKey, bytes, found.etag)) return { keyVersion: header.keyVersion };
			// Another run has done it, or the document was removed meanwhile.
			const standing = await objects.get(objectKey);
			return standing ? { keyVersion: keyVersionOf(standing.sealed) } : { kind: "gone" };
		},
	};
}
