/** Reseals documents when the key-encryption key is rotated (operations.md "Changing secrets"). */
import type { SealedDocuments } from "./sealed-documents.ts";

type Resealed = { kind: "resealed"; keyVersion: number } | { kind: "gone" };

/**
 * The returned function processes parallel calls one after the other, because each document is in memory twice.
 * @param contextOf the context that a document was sealed to; undefined if no row references it
 */
export function createDocumentResealer(
	documents: Pick<SealedDocuments, "reseal">,
	contextOf: (objectKey: string) => Promise<string | undefined>,
): (objectKey: string) => Promise<Resealed> {
	let last: Promise<unknown> = Promise.resolve();

	async function reseal(objectKey: string): Promise<Resealed> {
		const context = await contextOf(objectKey);
		if (context === undefined) return { kind: "gone" };
		const resealed = await documents.reseal(objectKey, context);
		if ("keyVersion" in resealed) return { kind: "resealed", keyVersion: resealed.keyVersion };
		// If a row still references the document, it is lost. Otherwise it was erased during this call.
		if ((await contextOf(objectKey)) === undefined) return resealed;
		throw new Error("a row names a document that is not there");
	}

	return (objectKey) => {
		const resealing = last.then(() => reseal(objectKey));
		last = resealing.catch(() => undefined);
		return resealing;
	};
}
