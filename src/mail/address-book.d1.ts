import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { developers } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";

/** The address of a mail's recipient, read when the mail is sent. Undefined for a deleted account. */
export function createAddressBook(database: D1Database) {
	const db = drizzle(database);
	const { developerId, email, language } = developers;
	return async (recipient: string) => {
		const select = db.select({ email, language }).from(developers).where(eq(developerId, recipient)).limit(1);
		return (await sealedQuery("find the address of a mail", select))[0];
	};
}
