/** Numbers of the reviewers' work by week (recovery.md "Weeks of the review"). */
import { asc, gte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { IS_WAITING, reviewWeeks } from "../../../db/schema.ts";
import { sealedQuery } from "../../../db/sealed-query.ts";
import { whole } from "../../../db/whole.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * 24 * HOUR_MS;
const MAX_COUNTED = 10_000;
const LISTED_WEEKS = 12;

const { week, waiting, decided } = reviewWeeks;

/** The Monday of a time, in UTC. */
export const mondayOf = (time: number): number => time - ((time - FIRST_MONDAY_MS) % WEEK_MS);

/** `waiting`: when it was last counted. */
export type ReviewWeek = { week: number; waiting: number; decided: number };

export type ReviewWeeks = ReturnType<typeof createReviewWeeks>;

export function createReviewWeeks(database: D1Database) {
	const db = drizzle(database);

	/** Counts the waiting cases, up to 10,000. Without decisions once an hour. */
	async function count(now: number, decisions: 0 | 1): Promise<void> {
		const monday = whole(mondayOf(now));
		const waitingNow = sql`(SELECT count(*) FROM (SELECT 1 FROM recovery_cases INDEXED BY recovery_cases_waiting_age
			WHERE (${sql.raw(IS_WAITING)}) LIMIT ${whole(MAX_COUNTED)}))`;
		const isRecent = sql`EXISTS (SELECT 1 FROM ${reviewWeeks} WHERE week = ${monday}
			AND counted_at > ${whole(now - HOUR_MS)})`;
		const counted = db
			.insert(reviewWeeks)
			.select(
				sql`SELECT ${monday}, ${waitingNow}, ${whole(decisions)}, ${whole(now)} WHERE ${whole(decisions)} > 0 OR NOT ${isRecent}`,
			)
			.onConflictDoUpdate({
				target: week,
				set: {
					waiting: sql`excluded.waiting`,
					decided: sql`decided + excluded.decided`,
					countedAt: sql`excluded.counted_at`,
				},
			});
		await sealedQuery("count the work of the review", counted);
	}

	/** The last twelve weeks, oldest first, without those that nobody worked in. */
	function list(now: number): Promise<ReviewWeek[]> {
		const first = whole(mondayOf(now) - (LISTED_WEEKS - 1) * WEEK_MS);
		const select = db.select({ week, waiting, decided }).from(reviewWeeks).where(gte(week, first));
		return sealedQuery("list the weeks of the review", select.orderBy(asc(week)));
	}

	return {
		countDecision: (now: number) => count(now, 1),
		countWaiting: (now: number) => count(now, 0),
		list,
	};
}
