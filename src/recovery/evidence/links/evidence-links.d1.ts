import { and, desc, eq, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { formsOf } from "../../../db/row-forms.ts";
import { developers, evidenceLinks } from "../../../db/schema.ts";
import { sealedQuery } from "../../../db/sealed-query.ts";
import { whole } from "../../../db/whole.ts";
import { object, oneOf, parseStored } from "../../../protocol/form.ts";
import { VIEWER_ROLES } from "../../case/case-access.ts";
import type { EvidenceLink } from "./evidence-link.ts";

const { evidenceLinkId, tokenHash, caseId, madeBy, maker, createdAt, expiresAt } = evidenceLinks;
const columns = { evidenceLinkId, caseId, madeBy, maker, createdAt, expiresAt };
const linkRow = object({ ...formsOf(columns), madeBy: oneOf(...VIEWER_ROLES) });

export type EvidenceLinkRows = ReturnType<typeof createEvidenceLinkRows>;

export function createEvidenceLinkRows(database: D1Database) {
	const db = drizzle(database);

	/**
	 * Counts and inserts in one statement, so that parallel requests stay within the limit.
	 *
	 * @param developerId the maker, if it is an account, which may be deleted meanwhile
	 */
	async function insert(
		link: EvidenceLink & { tokenHash: string },
		{ limit, developerId }: { limit: number; developerId: string | null },
	): Promise<"inserted" | "not_inserted"> {
		const isLive = sql`case_id = ${link.caseId} AND maker = ${link.maker} AND expires_at > ${whole(link.createdAt)}`;
		const hasMaker =
			developerId === null
				? sql`TRUE`
				: sql`EXISTS (SELECT 1 FROM ${developers} WHERE developer_id = ${developerId})`;
		const insertion = db
			.insert(evidenceLinks)
			.select(
				sql`SELECT ${link.evidenceLinkId}, ${link.tokenHash}, ${link.caseId}, ${link.madeBy}, ${link.maker},
				${whole(link.createdAt)}, ${whole(link.expiresAt)}
				WHERE ${hasMaker} AND (SELECT count(*) FROM ${evidenceLinks} WHERE ${isLive}) < ${whole(limit)}`,
			)
			.onConflictDoNothing({ target: evidenceLinkId })
			.returning({ evidenceLinkId });
		const inserted = await sealedQuery("insert an evidence link", insertion);
		return inserted.length > 0 ? "inserted" : "not_inserted";
	}

	/** A live link. */
	async function find(id: string, now: number): Promise<EvidenceLink | undefined> {
		const select = db
			.select(columns)
			.from(evidenceLinks)
			.where(and(eq(evidenceLinkId, id), gt(expiresAt, whole(now))));
		const [row] = await sealedQuery("find an evidence link", select);
		return row && parseStored(linkRow, row);
	}

	async function caseOfToken(hash: string, now: number): Promise<string | undefined> {
		const select = db
			.select({ caseId })
			.from(evidenceLinks)
			.where(and(eq(tokenHash, hash), gt(expiresAt, whole(now))));
		const [row] = await sealedQuery("find the case of an evidence link", select);
		return row?.caseId;
	}

	/** Live ones, newest first. */
	async function listOfCase(id: string, now: number, limit: number): Promise<EvidenceLink[]> {
		const select = db
			.select(columns)
			.from(evidenceLinks)
			.where(and(eq(caseId, id), gt(expiresAt, whole(now))))
			.orderBy(desc(createdAt), desc(evidenceLinkId))
			.limit(limit);
		return (await sealedQuery("list evidence links", select)).map((row) => parseStored(linkRow, row));
	}

	async function remove(id: string): Promise<boolean> {
		const removed = db.delete(evidenceLinks).where(eq(evidenceLinkId, id)).returning({ evidenceLinkId });
		return (await sealedQuery("remove an evidence link", removed)).length > 0;
	}

	/** @returns the number of deleted rows */
	async function removeExpired(now: number, limit: number): Promise<number> {
		const deletion = db
			.delete(evidenceLinks)
			.where(
				sql`evidence_link_id IN (SELECT evidence_link_id FROM ${evidenceLinks}
				WHERE expires_at <= ${whole(now)} LIMIT ${whole(limit)})`,
			)
			.returning({ evidenceLinkId });
		return (await sealedQuery("remove expired evidence links", deletion)).length;
	}

	return { insert, find, caseOfToken, listOfCase, remove, removeExpired };
}
