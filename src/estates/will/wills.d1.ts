/** The insert decides whether a version is the next one. */
import { and, desc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { formsOf } from "../../db/row-forms.ts";
import { estateProfiles, willVersions } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { sealedUnder } from "../../db/sealed-under.ts";
import { whole } from "../../db/whole.ts";
import { DOCUMENT_TYPES } from "../../document-store/judge-document.ts";
import type { StoredDocument } from "../../document-store/sealed-documents.ts";
import { object, oneOf, parseStored } from "../../protocol/form.ts";
import type { Macs } from "../estate-macs.ts";
import { addHistory, addPartner, removeBareProfiles } from "../estate-statements.d1.ts";
import type { OwnerSignature } from "../owner-proof.ts";
import type { WillStatus } from "./will.ts";

const { version, sha256, size, uploadedAt } = willVersions;
export const willStatusForm = object({
	...formsOf({ version, sha256, size, uploadedAt }),
	mimeType: oneOf(...DOCUMENT_TYPES),
});

type StoredWill = WillStatus & Pick<StoredDocument, "objectKey">;
type NewWill = StoredWill &
	Pick<StoredDocument, "keyVersion"> & {
		estateId: string;
		developerId: string | null;
		/** MACs of the sender's bare profile. */
		bare: Macs;
		signed: OwnerSignature;
	};

export type WillRows = ReturnType<typeof createWillRows>;

export function createWillRows(database: D1Database) {
	const db = drizzle(database);
	return {
		/** @returns false if the version is not the next one, or the estate was erased */
		async insert(will: NewWill): Promise<boolean> {
			const { estateId, developerId, signed, version, uploadedAt: now, objectKey } = will;
			const isInserted = sql`EXISTS (SELECT 1 FROM ${willVersions} WHERE object_key = ${objectKey})`;
			const dependent = { estateId, now, when: isInserted };
			const [inserted] = await sealedQuery(
				"lodge a will",
				db.batch([
					db
						.insert(willVersions)
						.select(
							sql`SELECT estate_id, ${whole(version)}, ${will.sha256}, ${will.mimeType}, ${whole(will.size)},
							${whole(now)}, ${objectKey}, ${signed.signature}, ${JSON.stringify(signed.proof)}, ${whole(signed.chainId)}, ${signed.service},
							${sealedUnder(will.keyVersion)}
							FROM ${estateProfiles} WHERE estate_id = ${estateId} AND will_version = ${whole(version - 1)}`,
						)
						.returning({ version: willVersions.version }),
					db
						.update(estateProfiles)
						.set({ willVersion: whole(version), updatedAt: sql`max(updated_at, ${whole(now)})` })
						.where(sql`${estateProfiles.estateId} = ${estateId} AND ${isInserted}`),
					addPartner(db, { ...dependent, developerId, bare: will.bare }),
					removeBareProfiles(db, [will.bare], isInserted),
					addHistory(db, {
						...dependent,
						action: "will.lodged",
						actor: developerId,
						target: String(version),
					}),
				] as const),
			);
			return inserted.length > 0;
		},

		/** @param ofVersion defaults to the newest */
		async find(estateId: string, ofVersion?: number): Promise<StoredWill | undefined> {
			const { mimeType, objectKey } = willVersions;
			const isOfEstate = eq(willVersions.estateId, estateId);
			const select = db
				.select({ version, sha256, mimeType, size, uploadedAt, objectKey })
				.from(willVersions)
				.where(ofVersion === undefined ? isOfEstate : and(isOfEstate, eq(version, whole(ofVersion))))
				.orderBy(desc(version))
				.limit(1);
			const [row] = await sealedQuery("find a will", select);
			return row && { ...parseStored(willStatusForm, row), objectKey: row.objectKey };
		},

		async count(estateId: string): Promise<number> {
			const count = db
				.select({ count: sql<number>`count(*)` })
				.from(willVersions)
				.where(eq(willVersions.estateId, estateId));
			return (await sealedQuery("count the versions of a will", count))[0]?.count ?? 0;
		},

		async recordRead(estateId: string, version: number, now: number): Promise<void> {
			const estateExists = sql`EXISTS (SELECT 1 FROM ${estateProfiles} WHERE estate_id = ${estateId})`;
			const entry = addHistory(db, {
				...{ estateId, now, when: estateExists },
				...{ action: "will.read", actor: null, target: String(version) },
			});
			await sealedQuery("record that a will was read", entry);
		},
	};
}
