/** What goes along with a write about an estate, in its batch, if and only if that write was done. */
import { type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { estateHistory, estateNonces, estatePartners, estateProfiles } from "../db/schema.ts";
import type { HistoryAction } from "./ports.ts";

/** D1 binds every number as REAL; a CAST makes it an integer again, which indexes and columns hold. */
export const whole = (value: number): SQL => sql`CAST(${value} AS INTEGER)`;

/** `(?, ?, …)` of texts. */
export const anyOf = (values: readonly string[]): SQL =>
	sql`(${sql.join(
		values.map((value) => sql`${value}`),
		sql`, `,
	)})`;

/** Whether one of these MACs is that of a used nonce, or of terms that there were before an erasure. */
export const isKnown = (macs: readonly string[]): SQL =>
	sql`EXISTS (SELECT 1 FROM ${estateNonces} WHERE nonce_mac IN ${anyOf(macs)})`;

/** Of a row of `privacy_codes`: what `isLiveCode` of core/profile.ts says. */
export const isLive = (now: number): SQL =>
	sql`(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${whole(now)}))`;

/** `when` is the condition, such as that the row exists which the batch was to write. */
type Along = { estateId: string; now: number; when: SQL };

/** The profile was changed now. */
export function touchEstate(db: DrizzleD1Database, { estateId, now, when }: Along) {
	return db
		.update(estateProfiles)
		.set({ updatedAt: sql`max(updated_at, ${whole(now)})` })
		.where(sql`${estateProfiles.estateId} = ${estateId} AND ${when}`);
}

/** The owner has signed something through this developer. Null, the owner's own session, is none. */
export function addPartner(
	db: DrizzleD1Database,
	{ estateId, now, when, developerId }: Along & { developerId: string | null },
) {
	return db
		.insert(estatePartners)
		.select(
			sql`SELECT ${estateId}, ${developerId}, ${whole(now)} WHERE ${developerId} IS NOT NULL AND ${when}`,
		)
		.onConflictDoNothing();
}

/** A line of the history that the owner sees. `actor` null: the owner. */
export function addHistory(
	db: DrizzleD1Database,
	entry: Along & { action: HistoryAction; actor: string | null; target: string | null },
) {
	const { estateId, now, when, action, actor, target } = entry;
	return db
		.insert(estateHistory)
		.select(sql`SELECT NULL, ${estateId}, ${whole(now)}, ${action}, ${actor}, ${target} WHERE ${when}`);
}
