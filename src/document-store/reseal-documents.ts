/** Reseals documents in a key rotation (operations.md "Changing secrets"). */
import type { SealedDocuments } from "./sealed-documents.ts";

type Resealed = { kind: "resealed"; keyVersion: number } | { kind: "gone" };

/**
 * Serialises calls, because each document is in memory twice.
 * @param contextOf the seal's context; undefined if no row references the document
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
		// A document that a row still references is lost; otherwise it was erased meanwhile.
		if ((await contextOf(objectKey)) === undefined) return resealed;
		throw new Error("a row names a document that is not there");
	}

	return (objectKey) => {
		const resealing = last.then(() => reseal(objectKey));
		last = resealing.catch(() => undefined);
		return resealing;
	};
}
