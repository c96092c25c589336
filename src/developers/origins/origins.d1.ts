/** Single statements decide how many origins a developer has, and who owns an origin. */
import { and, asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { developers, origins } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import type { BrowserOrigin, OriginDecision, OriginStatus } from "./origin.ts";

export type OriginRows = ReturnType<typeof createOriginRows>;

export function createOriginRows(database: D1Database) {
	const db = drizzle(database);
	const first = async <T>(what: string, query: PromiseLike<T[]>) => (await sealedQuery(what, query))[0];
	const ofDeveloper = (developerId: string, condition: ReturnType<typeof eq>) =>
		and(eq(origins.developerId, developerId), condition);

	/** `known`: requested before. `full`: the developer has `limit` origins. */
	async function insert(row: BrowserOrigin, limit: number) {
		const { originId, origin, developerId, requestedAt } = row;
		const written = await sealedQuery(
			"insert an origin",
			db
				.insert(origins)
				.select(
					sql`SELECT ${originId}, ${origin}, ${developerId}, 'requested', ${whole(requestedAt)}, NULL, NULL, NULL
						WHERE EXISTS (SELECT 1 FROM ${developers} WHERE developer_id = ${developerId})
						AND (SELECT count(*) FROM ${origins} WHERE developer_id = ${developerId}) < ${whole(limit)}`,
				)
				.onConflictDoNothing({ target: [origins.developerId, origins.origin] })
				.returning({ originId: origins.originId }),
		);
		if (written.length > 0) return "inserted";
		if (!(await developerExists(developerId))) return "user_gone";
		return (await findOf(developerId, origin)) ? "known" : "full";
	}

	const find = (originId: string): Promise<BrowserOrigin | undefined> =>
		first("find an origin", db.select().from(origins).where(eq(origins.originId, originId)));

	function findOf(developerId: string, origin: string): Promise<BrowserOrigin | undefined> {
		const condition = ofDeveloper(developerId, eq(origins.origin, origin));
		return first("find an origin of a developer", db.select().from(origins).where(condition));
	}

	function list(developerId: string): Promise<BrowserOrigin[]> {
		const select = db.select().from(origins).where(eq(origins.developerId, developerId));
		return sealedQuery("list origins", select.orderBy(asc(origins.origin)));
	}

	/** With the accounts that ask. */
	function listByStatus(status: OriginStatus, limit: number) {
		const { email, emailConfirmedAt, createdAt } = developers;
		const select = db
			.select({ origin: origins, developer: { email, emailConfirmedAt, createdAt } })
			.from(origins)
			.leftJoin(developers, eq(developers.developerId, origins.developerId))
			.where(eq(origins.status, status));
		return sealedQuery("list origins by status", select.orderBy(asc(origins.requestedAt)).limit(limit));
	}

	async function remove(developerId: string, originId: string): Promise<boolean> {
		const condition = ofDeveloper(developerId, eq(origins.originId, originId));
		const removed = db.delete(origins).where(condition).returning({ originId: origins.originId });
		return (await sealedQuery("remove an origin", removed)).length > 0;
	}

	/** `taken`: allowed for another developer. */
	async function decide({ originId, reviewerId, status, reason, now }: OriginDecision) {
		const decided = await sealedQuery(
			"decide an origin",
			db
				.update(origins)
				.set({ status, reason, decidedAt: now, decidedBy: reviewerId })
				.where(
					and(
						eq(origins.originId, originId),
						status === "allowed"
							? sql`EXISTS (SELECT 1 FROM ${developers} WHERE ${developers.developerId} = ${origins.developerId})
									AND NOT EXISTS (SELECT 1 FROM ${origins} AS other WHERE other.origin = ${origins.origin}
									AND other.status = 'allowed' AND other.origin_id <> ${originId})`
							: undefined,
					),
				)
				.returning({ originId: origins.originId }),
		);
		if (decided.length > 0) return "decided";
		const current = await find(originId);
		return current && (await developerExists(current.developerId)) ? "taken" : "not_found";
	}

	async function ownerOf(origin: string): Promise<string | undefined> {
		const allowed = db
			.select({ developerId: origins.developerId })
			.from(origins)
			.innerJoin(developers, eq(developers.developerId, origins.developerId))
			.where(and(eq(origins.origin, origin), eq(origins.status, sql`'allowed'`)));
		return (await first("find who owns an origin", allowed))?.developerId;
	}

	async function hasAllowed(developerId: string): Promise<boolean> {
		const allowed = db
			.select({ originId: origins.originId })
			.from(origins)
			.where(and(eq(origins.developerId, developerId), eq(origins.status, sql`'allowed'`)));
		return (await first("find an allowed origin", allowed)) !== undefined;
	}

	async function developerExists(developerId: string): Promise<boolean> {
		const select = db.select({ id: developers.developerId }).from(developers);
		return (
			(await first("find an origin's developer", select.where(eq(developers.developerId, developerId)))) !==
			undefined
		);
	}

	return { insert, find, findOf, list, listByStatus, remove, decide, ownerOf, hasAllowed };
}
