/** Addresses that bounced or complained (mail.md "Bounces"). Kept as HMACs, so that the table names nobody. */
import { createHmac } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { mailSuppressions } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import { canonicalEmail } from "../kernel/schemas/email.ts";

type Because = (typeof mailSuppressions.$inferSelect)["because"];

export type Suppressions = ReturnType<typeof createSuppressions>;

export function createSuppressions(database: D1Database, peppers: Peppers) {
	const db = drizzle(database);
	const { addressMac } = mailSuppressions;

	/** Current first. */
	function macsOf(email: string): string[] {
		return peppers.versions.flatMap((version) => {
			const key = peppers.keyFor("mail-address", version);
			return key ? createHmac("sha256", key).update(canonicalEmail(email)).digest("hex") : [];
		});
	}

	async function isSuppressed(email: string): Promise<boolean> {
		const select = db
			.select()
			.from(mailSuppressions)
			.where(inArray(addressMac, macsOf(email)))
			.limit(1);
		return (await sealedQuery("find a suppressed address", select)).length > 0;
	}

	async function suppress(email: string, because: Because, now: number): Promise<void> {
		const [mac = ""] = macsOf(email);
		const row = { addressMac: mac, because, at: sql`CAST(${now} AS INTEGER)` };
		const insertion = db.insert(mailSuppressions).values(row).onConflictDoNothing();
		await sealedQuery("suppress an address", insertion);
	}

	return { macsOf, isSuppressed, suppress };
}
