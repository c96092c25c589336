/** The rows of hosted links. Each change is one conditional statement (hosted-links.md "One link, one case"). */

import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { developers, hostedLinks } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { lazy } from "../kernel/once.ts";
import type { RowKey } from "../kernel/paging/cursors.ts";
import { RECOVERY_REASONS } from "../protocol/intent.ts";
import { isBoundTo, isOriginAllowed } from "./bound-link.d1.ts";
import { FINISH_WITHIN_MS, type HostedLink, LOCKABLE_FIELDS, MAX_FORMER_SECRETS } from "./link.ts";

const RETENTION_MS = 90 * 86_400_000;

export type NewLink = Pick<
	HostedLink,
	| "linkId"
	| "developerId"
	| "kind"
	| "origin"
	| "prefill"
	| "locked"
	| "returnUrl"
	| "reference"
	| "locale"
	| "createdAt"
	| "expiresAt"
> & { tokenHash: string };

/** `previous`: the stored reservation that the new one may replace; null if there must be none. */
export type ReserveInput = {
	linkId: string;
	secretHash: string;
	jrcHash: string;
	previous: { jrcHash: string; until: number } | null;
	until: number;
	now: number;
};

export type LinkRows = ReturnType<typeof createLinkRows>;

const ownerAddress = sql<string | null>`(SELECT estate.owner_address FROM estate_profiles AS estate
	WHERE estate.estate_id = hosted_links.estate_id)`;

const isUnfinished = and(isNull(hostedLinks.usedAt), isNull(hostedLinks.endedAt));

function isReplaceable(jrcHash: string, previous: ReserveInput["previous"]): SQL {
	const isPrevious = previous
		? sql`reserved_hash = ${previous.jrcHash} AND reserved_until = ${whole(previous.until)}`
		: sql`reserved_hash IS NULL`;
	return sql`(reserved_hash = ${jrcHash} OR ${isPrevious})`;
}

/** `insert` writes these texts from checked values. */
const storedPrefill = lazy(() =>
	z.object({
		lostAccount: z.string().optional(),
		recoveryAccount: z.string().optional(),
		chainId: z.int().optional(),
		reasonForRecovery: z.enum(RECOVERY_REASONS).optional(),
		email: z.string().optional(),
		transactions: z.array(z.object({ dest: z.string(), value: z.string(), data: z.string() })).optional(),
		ownerAddress: z.string().optional(),
	}),
);
const storedLocked = lazy(() => z.array(z.enum(LOCKABLE_FIELDS)));
const storedHashes = lazy(() => z.array(z.string()));

export function createLinkRows(database: D1Database) {
	const db = drizzle(database);
	const columns = { ...getTableColumns(hostedLinks), isOriginAllowed, ownerAddress };
	const select = () => db.select(columns).from(hostedLinks);
	type Row = Awaited<ReturnType<typeof select>>[number];

	async function findWhere(what: string, condition: SQL): Promise<HostedLink | undefined> {
		const [row] = await sealedQuery(what, select().where(condition).limit(1));
		return row && toLink(row);
	}

	return {
		/**
		 * A link of an earlier request with this id gets the new token, and its former url ends, in one statement.
		 * `opened`: the earlier link was started, used or ended, and stays.
		 */
		async insert(link: NewLink): Promise<"inserted" | "opened" | "user_gone"> {
			const { prefill, locked, tokenHash, ...plain } = link;
			const row = {
				...plain,
				tokenHash,
				prefill: JSON.stringify(prefill),
				locked: JSON.stringify(locked),
				endsAt: link.expiresAt,
			};
			const isDeveloper = db
				.select({ id: developers.developerId })
				.from(developers)
				.where(eq(developers.developerId, link.developerId));
			const [inserted, , developer] = await sealedQuery(
				"insert a hosted link",
				db.batch([
					db
						.insert(hostedLinks)
						.values(row)
						.onConflictDoUpdate({
							target: hostedLinks.linkId,
							set: { tokenHash, prefill: row.prefill, expiresAt: row.expiresAt, endsAt: row.endsAt },
							setWhere: sql`started_at IS NULL AND used_at IS NULL AND ended_at IS NULL`,
						})
						.returning({ linkId: hostedLinks.linkId }),
					// An account that is being deleted gets no link.
					db
						.delete(hostedLinks)
						.where(sql`${hostedLinks.linkId} = ${link.linkId} AND NOT EXISTS ${isDeveloper}`),
					isDeveloper,
				] as const),
			);
			if (developer.length === 0) return "user_gone";
			return inserted.length > 0 ? "inserted" : "opened";
		},

		find: (linkId: string) => findWhere("find a hosted link", eq(hostedLinks.linkId, linkId)),

		findByToken: (tokenHash: string) =>
			findWhere("find a hosted link by its token", eq(hostedLinks.tokenHash, tokenHash)),

		/** Newest first. */
		async list(
			developerId: string,
			reference: string | undefined,
			after: RowKey | undefined,
			limit: number,
		): Promise<HostedLink[]> {
			const { createdAt, linkId } = hostedLinks;
			const condition = and(
				eq(hostedLinks.developerId, developerId),
				reference === undefined ? undefined : eq(hostedLinks.reference, reference),
				after && sql`(${createdAt}, ${linkId}) < (${whole(after.at)}, ${after.id})`,
			);
			// A list tells no prefilled values, which may take a MiB each.
			const page = db
				.select({ ...columns, prefill: sql<null>`NULL` })
				.from(hostedLinks)
				.where(condition)
				.orderBy(desc(createdAt), desc(linkId))
				.limit(limit);
			return (await sealedQuery("list hosted links", page)).map(toLink);
		},

		/** Binds the link to a new secret, if it is bound as `seen` says. @returns false after a concurrent start */
		async start(seen: HostedLink, secretHash: string, now: number): Promise<boolean> {
			const { linkId, secretHash: former, formerSecrets, startedAt } = seen;
			const formers = former === null ? [] : [former, ...formerSecrets].slice(0, MAX_FORMER_SECRETS);
			const firstStart = startedAt ?? now;
			const update = db
				.update(hostedLinks)
				.set({
					secretHash,
					formerSecrets: JSON.stringify(formers),
					startedAt: firstStart,
					endsAt: firstStart + FINISH_WITHIN_MS,
				})
				.where(
					and(
						eq(hostedLinks.linkId, linkId),
						sql`${hostedLinks.secretHash} IS ${former}`,
						sql`${hostedLinks.endsAt} > ${whole(now)}`,
						isUnfinished,
					),
				)
				.returning({ linkId: hostedLinks.linkId });
			return (await sealedQuery("start a hosted link", update)).length > 0;
		},

		/** Reserves the link for one jrcHash. @returns false if the link is not bound to the secret or holds another hash */
		async reserve({ linkId, secretHash, jrcHash, previous, until, now }: ReserveInput): Promise<boolean> {
			const update = db
				.update(hostedLinks)
				.set({
					reservedHash: jrcHash,
					// A concurrent request for the same hash may hold a later end.
					reservedUntil: sql`CASE WHEN reserved_hash = ${jrcHash} THEN max(reserved_until, ${whole(until)})
						ELSE ${whole(until)} END`,
				})
				.where(and(isBoundTo(linkId, secretHash, now), isReplaceable(jrcHash, previous)))
				.returning({ linkId: hostedLinks.linkId });
			return (await sealedQuery("reserve a hosted link", update)).length > 0;
		},

		/** Ends a link that is neither used nor ended nor expired. */
		async end(developerId: string, linkId: string, now: number): Promise<void> {
			const update = db
				.update(hostedLinks)
				.set({ endedAt: now, endsAt: now, prefill: null })
				.where(
					and(
						eq(hostedLinks.linkId, linkId),
						eq(hostedLinks.developerId, developerId),
						sql`${hostedLinks.endsAt} > ${whole(now)}`,
						isUnfinished,
					),
				);
			await sealedQuery("end a hosted link", update);
		},

		/** Deletes links 90 days after their end, and at once what ended links were prefilled with. @returns the rows */
		async removeOld(now: number, limit: number): Promise<number> {
			const old = sql`SELECT link_id FROM hosted_links INDEXED BY hosted_links_ends
				WHERE ends_at < ${whole(now - RETENTION_MS)} LIMIT ${whole(limit)}`;
			const prefilled = sql`SELECT link_id FROM hosted_links INDEXED BY hosted_links_prefilled
				WHERE ends_at <= ${whole(now)} AND prefill IS NOT NULL LIMIT ${whole(limit)}`;
			const { linkId } = hostedLinks;
			const [cleared, deleted] = await sealedQuery(
				"sweep hosted links",
				db.batch([
					db
						.update(hostedLinks)
						.set({ prefill: null })
						.where(sql`${linkId} IN (${prefilled})`)
						.returning({ linkId }),
					db.delete(hostedLinks).where(sql`${linkId} IN (${old})`).returning({ linkId }),
				] as const),
			);
			return cleared.length + deleted.length;
		},
	};

	function toLink({ prefill, locked, formerSecrets, isOriginAllowed: allowed, ...row }: Row): HostedLink {
		return {
			...row,
			isOriginAllowed: Boolean(allowed),
			prefill: prefill === null ? null : storedPrefill().parse(JSON.parse(prefill)),
			locked: storedLocked().parse(JSON.parse(locked)),
			formerSecrets: storedHashes().parse(JSON.parse(formerSecrets)),
		};
	}
}
