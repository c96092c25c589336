/** Addresses that bounced or complained (mail.md "Bounces"). Kept as HMACs, so that the table names nobody. */
import { createHmac } from "node:crypto";
import { inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { mailSuppressions } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import { canonicalEmail } from "../kernel/schemas/email.ts";

/** `at`: unix milliseconds. */
export type Suppression = Omit<typeof mailSuppressions.$inferSelect, "addressMac">;

export type Suppressions = ReturnType<typeof createSuppressions>;

export function createSuppressions(database: D1Database, peppers: Peppers) {
	const db = drizzle(database);
	const { addressMac, because, at } = mailSuppressions;

	/** Current first. */
	function macsOf(email: string): string[] {
		return peppers.versions.flatMap((version) => {
			const key = peppers.keyFor("mail-address", version);
			return key ? createHmac("sha256", key).update(canonicalEmail(email)).digest("hex") : [];
		});
	}

	const isOf = (email: string) => inArray(addressMac, macsOf(email));

	/** Undefined for an address that takes mail. */
	async function find(email: string): Promise<Suppression | undefined> {
		const select = db.select({ because, at }).from(mailSuppressions).where(isOf(email)).limit(1);
		return (await sealedQuery("find a suppressed address", select))[0];
	}

	async function suppress(email: string, reason: Suppression["because"], now: number): Promise<void> {
		const [mac = ""] = macsOf(email);
		const row = { addressMac: mac, because: reason, at: whole(now) };
		const insertion = db.insert(mailSuppressions).values(row).onConflictDoNothing();
		await sealedQuery("suppress an address", insertion);
	}

	/** After its owner has proved that mail reaches the address. */
	async function lift(email: string): Promise<void> {
		await sealedQuery("lift a suppression", db.delete(mailSuppressions).where(isOf(email)));
	}

	return { macsOf, find, suppress, lift };
}
