/** Wills in D1; the bytes are elsewhere. Which version is written is decided by the one statement that writes it. */
import { and, desc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { estateProfiles, willVersions } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { sealedUnder } from "../../db/sealed-under.ts";
import { addHistory, addPartner, whole } from "../estate-statements.d1.ts";
import { willStatusRow } from "../profile/estates.d1.ts";
import type { WillRows } from "./will-service.ts";

export function createWillRows(database: D1Database): WillRows {
	const db = drizzle(database);
	return {
		async lodge(will) {
			const { estateId, developerId, signed, version, uploadedAt: now, objectKey } = will;
			const isWritten = sql`EXISTS (SELECT 1 FROM ${willVersions} WHERE object_key = ${objectKey})`;
			const along = { estateId, now, when: isWritten };
			const [written] = await sealedQuery(
				"lodge a will",
				db.batch([
					db
						.insert(willVersions)
						.select(
							sql`SELECT estate_id, ${whole(version)}, ${will.sha256}, ${will.mimeType}, ${whole(will.size)},
							${whole(now)}, ${objectKey}, ${signed.signature}, ${JSON.stringify(signed.proof)}, ${whole(signed.chainId)}, ${sealedUnder(will.keyVersion)}
							FROM ${estateProfiles} WHERE estate_id = ${estateId} AND will_version = ${whole(version - 1)}`,
						)
						.returning({ version: willVersions.version }),
					db
						.update(estateProfiles)
						.set({ willVersion: whole(version), updatedAt: sql`max(updated_at, ${whole(now)})` })
						.where(sql`${estateProfiles.estateId} = ${estateId} AND ${isWritten}`),
					addPartner(db, { ...along, developerId }),
					addHistory(db, { ...along, action: "will.lodged", actor: developerId, target: String(version) }),
				] as const),
			);
			return written.length > 0;
		},

		async find(estateId, ofVersion) {
			const { version, sha256, mimeType, size, uploadedAt, objectKey } = willVersions;
			const isOfEstate = eq(willVersions.estateId, estateId);
			const select = db
				.select({ version, sha256, mimeType, size, uploadedAt, objectKey })
				.from(willVersions)
				.where(ofVersion === undefined ? isOfEstate : and(isOfEstate, eq(version, whole(ofVersion))))
				.orderBy(desc(version))
				.limit(1);
			const [row] = await sealedQuery("find a will", select);
			return row && { ...willStatusRow().parse(row), objectKey: row.objectKey };
		},

		async count(estateId) {
			const count = db
				.select({ count: sql<number>`count(*)` })
				.from(willVersions)
				.where(eq(willVersions.estateId, estateId));
			return (await sealedQuery("count the versions of a will", count))[0]?.count ?? 0;
		},

		async noteRead(estateId, version, now) {
			const isThere = sql`EXISTS (SELECT 1 FROM ${estateProfiles} WHERE estate_id = ${estateId})`;
			const note = addHistory(db, {
				...{ estateId, now, when: isThere },
				...{ action: "will.read", actor: null, target: String(version) },
			});
			await sealedQuery("note that a will was read", note);
		},
	};
}
