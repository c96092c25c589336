/** Finds and uses up one-time codes, which the operator's command writes. */
import { and, eq, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { developers, passwordResets } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { lazy } from "../../kernel/once.ts";

const ownerRow = lazy(() => z.object({ developerId: z.string() }));

export type PasswordResets = ReturnType<typeof createPasswordResets>;

export function createPasswordResets(database: D1Database) {
	const db = drizzle(database);
	const { developerId, expiresAt } = passwordResets;
	const isValid = (tokenHash: string, now: number) =>
		and(eq(passwordResets.tokenHash, tokenHash), gt(expiresAt, sql`CAST(${now} AS INTEGER)`));

	/** The developer whose password the code may set; undefined if it is unknown, used or expired. */
	async function ownerOf({ tokenHash, now }: { tokenHash: string; now: number }) {
		const select = db.select({ developerId }).from(passwordResets).where(isValid(tokenHash, now)).limit(1);
		const [row] = await sealedQuery("find a password reset", select);
		return row && ownerRow().parse(row).developerId;
	}

	/** Sets the password and deletes all codes of its owner in one transaction. Returns false if the code is invalid. */
	async function redeem(reset: { tokenHash: string; passwordHash: string; now: number }): Promise<boolean> {
		const { tokenHash, passwordHash, now } = reset;
		const owner = db.select({ developerId }).from(passwordResets).where(isValid(tokenHash, now));
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
	}

	return { ownerOf, redeem };
}
