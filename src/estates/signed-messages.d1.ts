/** What the owner of an estate has signed, for the archive of the estate. */
import { asc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { estateAgreementMessages, willVersions } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";

export type SignedMessageRows = ReturnType<typeof createSignedMessageRows>;

export function createSignedMessageRows(database: D1Database) {
	const db = drizzle(database);
	return {
		/** Oldest first. */
		async wills(estateId: string) {
			const { version, sha256, mimeType, size, uploadedAt, signature, proof, chainId, service } =
				willVersions;
			const select = db
				.select({ version, sha256, mimeType, size, uploadedAt, signature, proof, chainId, service })
				.from(willVersions)
				.where(eq(willVersions.estateId, estateId))
				.orderBy(asc(version));
			return sealedQuery("list the wills of an estate", select);
		},

		async agreements(estateId: string) {
			const { version, documentHash, nonce, acceptedAt, signature, proof, chainId, service } =
				estateAgreementMessages;
			const select = db
				.select({ version, documentHash, nonce, acceptedAt, signature, proof, chainId, service })
				.from(estateAgreementMessages)
				.where(eq(estateAgreementMessages.estateId, estateId))
				.orderBy(asc(nonce));
			return sealedQuery("list the agreements of an estate", select);
		},
	};
}
