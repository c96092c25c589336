import { eq, lte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { walletChallenges } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { ChallengeRows } from "./wallet-service.ts";

/** Nonces of EIP-4361 messages in D1, found and removed by one statement. */
export function createChallengeRows(database: D1Database): ChallengeRows {
	const db = drizzle(database);
	return {
		async insert(challenge, now) {
			const expired = lte(walletChallenges.expiresAt, sql`CAST(${now} AS INTEGER)`);
			await sealedQuery(
				"insert a wallet challenge",
				db.batch([db.insert(walletChallenges).values(challenge), db.delete(walletChallenges).where(expired)]),
			);
		},
		async take(nonce) {
			const taken = db.delete(walletChallenges).where(eq(walletChallenges.nonce, nonce)).returning();
			const [challenge] = await sealedQuery("take a wallet challenge", taken);
			return challenge;
		},
	};
}
