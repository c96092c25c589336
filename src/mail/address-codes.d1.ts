/**
 * The code that shows who reads an address's mail (mail.md "Codes of an address"). An address gets one a day, for all who ask.
 * Its row stays when the account or watcher that asked is deleted, so that a new one does not get another mail.
 */
import { lte, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { addressCodes, mails } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { mailFrom, type NewMail } from "./mails.d1.ts";

export type AddressCode = { addressMac: string; codeHash: string; letter: NewMail };

/** Parts of a transaction that stores a code in a row of its own. */
export function addressCode(db: DrizzleD1Database, { addressMac, codeHash, letter }: AddressCode) {
	const living = (column: "code_hash" | "expires_at") =>
		sql`(SELECT ${sql.raw(column)} FROM address_codes WHERE address_mac = ${addressMac}
			AND expires_at > ${whole(letter.now)})`;
	return {
		/** The hash to store: that of the code which was mailed and is still good; if there is none, that of this code. */
		codeHash: sql`COALESCE(${living("code_hash")}, ${codeHash})`,
		expiresAt: sql`COALESCE(${living("expires_at")}, ${whole(letter.expiresAt)})`,
		/** After the row. Mails this code if the row has it. @param row `FROM … WHERE …`, which finds the row if it has this code */
		mailing: (row: SQL) =>
			[
				db
					.insert(addressCodes)
					.select(sql`SELECT ${addressMac}, ${codeHash}, ${whole(letter.expiresAt)} ${row}`)
					.onConflictDoUpdate({
						target: addressCodes.addressMac,
						set: { codeHash: sql`excluded.code_hash`, expiresAt: sql`excluded.expires_at` },
					}),
				mailFrom(db, letter, row).returning({ mailId: mails.mailId }),
			] as const,
	};
}

export async function removeExpiredCodes(database: D1Database, now: number): Promise<void> {
	const removal = drizzle(database)
		.delete(addressCodes)
		.where(lte(addressCodes.expiresAt, whole(now)));
	await sealedQuery("remove expired codes of addresses", removal);
}
