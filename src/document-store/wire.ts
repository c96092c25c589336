import type { Config } from "../config/config.ts";
import { createSealer } from "../kernel/crypto/sealing.ts";
import { createDocumentObjects } from "./documents.r2.ts";
import { createSealedDocuments, type SealedDocuments } from "./sealed-documents.ts";

export function wireDocuments(
	env: Pick<Env, "DOCUMENTS">,
	config: Config,
	prefix: `${string}/`,
): SealedDocuments {
	const sealer = createSealer(config.keyEncryptionKeys, "document-key");
	return createSealedDocuments(createDocumentObjects(env.DOCUMENTS), sealer, prefix);
}
