import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { sweeps } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";

export type SweepState = {
	/** Empty at the beginning. */
	cursor: string;
	/** Documents older than a day. */
	seen: number;
	orphans: number;
	orphansSince: number | null;
	/** Orphans that an earlier pass or an operator allows to be removed. */
	removable: number;
	/** Orphans that the last pass kept because they were too many. */
	held: number;
};

export type SweepStates = ReturnType<typeof createSweepStates>;

const integer = (value: number | null) => (value === null ? null : whole(value));

export function createSweepStates(database: D1Database) {
	const db = drizzle(database);
	const { cursor, seen, orphans, orphansSince, removable, held } = sweeps;
	return {
		async load(name: string): Promise<SweepState> {
			const select = db
				.select({ cursor, seen, orphans, orphansSince, removable, held })
				.from(sweeps)
				.where(eq(sweeps.name, name));
			const [state] = await sealedQuery("find a sweep", select);
			return state ?? { cursor: "", seen: 0, orphans: 0, orphansSince: null, removable: 0, held: 0 };
		},

		async save(name: string, state: SweepState): Promise<void> {
			const set = {
				cursor: state.cursor,
				seen: sql`${integer(state.seen)}`,
				orphans: sql`${integer(state.orphans)}`,
				orphansSince: integer(state.orphansSince),
				removable: sql`${integer(state.removable)}`,
				held: sql`${integer(state.held)}`,
			};
			const upsert = db
				.insert(sweeps)
				.values({ name, ...set })
				.onConflictDoUpdate({ target: sweeps.name, set });
			await sealedQuery("save a sweep", upsert);
		},
	};
}
