import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { sweeps } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import type { SweepStates } from "./sweep-orphans.ts";

const whole = (value: number | null) => (value === null ? null : sql`CAST(${value} AS INTEGER)`);

export function createSweepStates(database: D1Database): SweepStates {
	const db = drizzle(database);
	const { cursor, seen, orphans, orphansSince, removable } = sweeps;
	return {
		async load(name) {
			const select = db
				.select({ cursor, seen, orphans, orphansSince, removable })
				.from(sweeps)
				.where(eq(sweeps.name, name));
			const [state] = await sealedQuery("find a sweep", select);
			return state ?? { cursor: "", seen: 0, orphans: 0, orphansSince: null, removable: 0 };
		},

		async save(name, state) {
			const set = {
				cursor: state.cursor,
				seen: sql`${whole(state.seen)}`,
				orphans: sql`${whole(state.orphans)}`,
				orphansSince: whole(state.orphansSince),
				removable: sql`${whole(state.removable)}`,
			};
			const upsert = db
				.insert(sweeps)
				.values({ name, ...set })
				.onConflictDoUpdate({ target: sweeps.name, set });
			await sealedQuery("move a sweep", upsert);
		},
	};
}
