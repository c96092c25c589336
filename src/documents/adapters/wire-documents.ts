/** Joins documents to their bindings. */
import type { Config } from "../../env.ts";
import { createSealer } from "../../kernel/sealing.ts";
import { createSealedDocuments, type SealedDocuments } from "../sealed-documents.ts";
import { createDocumentObjects } from "./documents.r2.ts";

/** @param prefix as of createSealedDocuments */
export function wireDocuments(
	env: Pick<Env, "DOCUMENTS">,
	config: Config,
	prefix: `${string}/`,
): SealedDocuments {
	const sealer = createSealer(config.keyEncryptionKeys, "document-key");
	return createSealedDocuments(createDocumentObjects(env.DOCUMENTS), sealer, prefix);
}
