/** The mailbox of a service on this machine, which `/dev/mail` shows. */
import { desc, eq, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { localMails } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import type { Mailer } from "./mailer.ts";

export type LocalMail = typeof localMails.$inferSelect;

const MAX_SHOWN = 100;
const MAX_KEPT = 1_000;

export type LocalMailbox = ReturnType<typeof createLocalMailbox>;

export function createLocalMailbox(database: D1Database) {
	const db = drizzle(database);
	const { seq, mailId } = localMails;

	const mailer: Mailer = {
		isIdempotent: true,
		async send({ to, subject, html, text, headers }, key) {
			const row = { mailId: key, recipient: to, subject, html, text, headers: JSON.stringify(headers) };
			const oldest = sql`(SELECT MAX(seq) FROM local_mails) - ${MAX_KEPT}`;
			await sealedQuery(
				"deliver a local mail",
				db.batch([
					db
						.insert(localMails)
						.values({ ...row, at: whole(Date.now()) })
						.onConflictDoNothing(),
					db.delete(localMails).where(lt(seq, oldest)),
				]),
			);
			return { kind: "sent" };
		},
	};

	return {
		mailer,
		/** Newest first. */
		list: (): Promise<LocalMail[]> =>
			sealedQuery("list local mails", db.select().from(localMails).orderBy(desc(seq)).limit(MAX_SHOWN)),
		find: async (id: string): Promise<LocalMail | undefined> =>
			(await sealedQuery("find a local mail", db.select().from(localMails).where(eq(mailId, id))))[0],
	};
}
