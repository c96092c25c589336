/** The part of a rotation of the key-encryption key that is about documents (webhooks/reseal.ts). */
import type { SealedDocuments } from "./sealed-documents.ts";

type Resealed = { kind: "resealed"; keyVersion: number } | { kind: "gone" };

/**
 * Seals documents anew one after the other, however many are asked for at once: each is held twice meanwhile.
 * @param contextOf what a document was sealed to; undefined where no row names it any more
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
		// It was erased meanwhile, or else a row names a document that is lost.
		if ((await contextOf(objectKey)) === undefined) return resealed;
		throw new Error("a row names a document that is not there");
	}

	return (objectKey) => {
		const turn = last.then(() => reseal(objectKey));
		last = turn.catch(() => undefined);
		return turn;
	};
}
