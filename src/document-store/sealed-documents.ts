/**
 * Sealed documents in the object store. Callers write the referencing row last; `sweep-orphans.ts` removes documents
 * without a row.
 */

import { newDocumentId } from "../kernel/crypto/random-ids.ts";
import type { Sealer } from "../kernel/crypto/sealing.ts";
import { sha256Hex } from "../kernel/crypto/sha256.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import type { DocumentObjects } from "./documents.r2.ts";
import { keyVersionOf, openDocument, rewrapDocument, sealDocument } from "./sealed-document.ts";

export type StoredDocument = {
	objectKey: string;
	sha256: Hex;
	size: number;
	/** Stored by `sealedUnder` of `src/db/sealed-under.ts`. */
	keyVersion: number;
};

export type SealedDocuments = ReturnType<typeof createSealedDocuments>;

/**
 * @param sealer for the purpose `document-key`
 * @param prefix of all object keys; the sweep and the key rotation must know it
 */
export function createSealedDocuments(objects: DocumentObjects, sealer: Sealer, prefix: `${string}/`) {
	return {
		/**
		 * @param document.context names the owning record; reading requires the same
		 * @param document.sha256 if already computed
		 */
		async store(document: { bytes: Uint8Array; context: string; sha256?: Hex }): Promise<StoredDocument> {
			const { bytes, context, sha256 = sha256Hex(bytes) } = document;
			const objectKey = `${prefix}${newDocumentId()}`;
			const sealed = await sealDocument(bytes, { sealer, context });
			await objects.put(objectKey, sealed.bytes);
			return { objectKey, sha256, size: bytes.length, keyVersion: sealed.header.keyVersion };
		},

		/** @throws Error, without content, if the document is missing, damaged or another document */
		async read(document: { objectKey: string; context: string; sha256: string }): Promise<Uint8Array> {
			const { objectKey, context, sha256 } = document;
			const found = await objects.get(objectKey);
			if (!found) throw new Error(`the document ${objectKey} is gone`);
			const bytes = await openDocument(found.sealed, { sealer, context });
			if (sha256Hex(bytes) !== sha256) throw new Error(`the document ${objectKey} is not the one of its row`);
			return bytes;
		},

		remove: (objectKeys: readonly string[]) => objects.remove(objectKeys),

		/**
		 * Seals the document's key under the current key-encryption key. An interruption leaves a readable document.
		 * @returns the resulting key version
		 */
		async reseal(objectKey: string, context: string): Promise<{ keyVersion: number } | { kind: "gone" }> {
			const found = await objects.get(objectKey);
			if (!found) return { kind: "gone" };
			const keyVersion = keyVersionOf(found.sealed);
			// Written by an instance with newer settings.
			if (keyVersion >= sealer.currentVersion) return { keyVersion };
			const { header, bytes } = await rewrapDocument(found.sealed, { sealer, context });
			if (await objects.replace(objectKey, bytes, found.etag)) return { keyVersion: header.keyVersion };
			const present = await objects.get(objectKey);
			return present ? { keyVersion: keyVersionOf(present.sealed) } : { kind: "gone" };
		},
	};
}
