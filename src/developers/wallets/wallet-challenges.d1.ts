/** One statement finds and deletes a nonce. */
import { eq, lte } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { walletChallenges } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";

type StoredChallenge = typeof walletChallenges.$inferSelect;

export type ChallengeRows = ReturnType<typeof createChallengeRows>;

export function createChallengeRows(database: D1Database) {
	const db = drizzle(database);

	/** Also deletes expired challenges. */
	async function insert(challenge: StoredChallenge, now: number): Promise<void> {
		const isExpired = lte(walletChallenges.expiresAt, whole(now));
		await sealedQuery(
			"insert a wallet challenge",
			db.batch([db.insert(walletChallenges).values(challenge), db.delete(walletChallenges).where(isExpired)]),
		);
	}

	async function take(nonce: string): Promise<StoredChallenge | undefined> {
		const taken = db.delete(walletChallenges).where(eq(walletChallenges.nonce, nonce)).returning();
		const [challenge] = await sealedQuery("take a wallet challenge", taken);
		return challenge;
	}

	return { insert, take };
}
