/** The `password_resets` table, which the operator's command writes: one-time tokens, used up here. */
import { and, eq, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { developers, passwordResets } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { lazy } from "../../kernel/once.ts";
import type { PasswordResets } from "../ports.ts";

const ownerRow = lazy(() => z.object({ developerId: z.string() }));

export function createPasswordResets(database: D1Database): PasswordResets {
	const db = drizzle(database);
	const { developerId, expiresAt } = passwordResets;
	const isGood = (tokenHash: string, now: number) =>
		and(eq(passwordResets.tokenHash, tokenHash), gt(expiresAt, sql`CAST(${now} AS INTEGER)`));
	return {
		async ownerOf({ tokenHash, now }) {
			const select = db.select({ developerId }).from(passwordResets).where(isGood(tokenHash, now)).limit(1);
			const [row] = await sealedQuery("find a password reset", select);
			return row && ownerRow().parse(row).developerId;
		},
		async redeem({ tokenHash, passwordHash, now }) {
			const owner = db.select({ developerId }).from(passwordResets).where(isGood(tokenHash, now));
			// One transaction: the token is used up and the password set, or neither. Of two that come at once,
			// also of two tokens, the second finds no token any more, so its update meets no row.
			const [updated] = await sealedQuery(
				"redeem a password reset",
				db.batch([
					db
						.update(developers)
						.set({ passwordHash })
						.where(eq(developers.developerId, sql`(${owner})`))
						.returning({ developerId: developers.developerId }),
					db.delete(passwordResets).where(eq(developerId, sql`(${owner})`)),
				]),
			);
			return updated.length === 1;
		},
	};
}
