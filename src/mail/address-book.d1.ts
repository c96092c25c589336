import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { developers, emailChanges, watchers } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { type Sealer, sealedSchema } from "../kernel/crypto/sealing.ts";
import { OPERATOR } from "./clock-mails.d1.ts";
import type { MailPorts } from "./deliver-mails.ts";

/** The address of a mail's recipient, read when the mail is sent. Undefined for one who is gone. */
export function createAddressBook(
	database: D1Database,
	sealer: Sealer,
	operator: string | null,
): MailPorts["findRecipient"] {
	const db = drizzle(database);

	async function findWatcher(id: string) {
		const { sealed, language, network } = watchers;
		const select = db
			.select({ sealed, language, network })
			.from(watchers)
			.where(eq(watchers.watcherId, id))
			.limit(1);
		const [row] = await sealedQuery("find the address of a watcher", select);
		if (!row) return undefined;
		const address = await sealer.open(sealedSchema().parse(JSON.parse(row.sealed)), id);
		return { email: new TextDecoder().decode(address), language: row.language, network: row.network };
	}

	async function findDeveloper(id: string) {
		const { developerId, email, language } = developers;
		const select = db.select({ email, language }).from(developers).where(eq(developerId, id)).limit(1);
		return (await sealedQuery("find the address of a developer", select))[0];
	}

	/** The new address, and after the change the former one. */
	async function findEmailChange(id: string) {
		const { changeId, newEmail, formerEmail, language } = emailChanges;
		const email = sql<string>`COALESCE(${formerEmail}, ${newEmail})`;
		const select = db.select({ email, language }).from(emailChanges).where(eq(changeId, id)).limit(1);
		return (await sealedQuery("find the address of a change", select))[0];
	}

	return async (recipient) => {
		if (recipient === OPERATOR) return operator === null ? undefined : { email: operator, language: "en" };
		if (recipient.startsWith("wat_")) return findWatcher(recipient);
		return recipient.startsWith("chg_") ? findEmailChange(recipient) : findDeveloper(recipient);
	};
}
