/** Changes of an account's e-mail address (auth.md "Change of address"). What allows a change is judged again when it is done. */
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { accountCodes, developers, emailChanges } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import { addressCode } from "../../mail/address-codes.d1.ts";
import { mailFrom, type NewMail } from "../../mail/mails.d1.ts";

export type NewEmailChange = Omit<typeof emailChanges.$inferSelect, "formerEmail">;

/** The hashes of the two mailed codes. */
type Codes = { currentCodeHash: string; newCodeHash: string };

/** What a mail to the former address may do. */
const MAILED = ["confirm_email", "reset_password"] as const;

export type EmailChanges = ReturnType<typeof createEmailChanges>;

export function createEmailChanges(database: D1Database) {
	const db = drizzle(database);
	const { expiresAt } = emailChanges;

	/**
	 * Stores the change, and queues the mails of its codes. To the present address, the code of another change of the account that is
	 * good is not mailed again.
	 * @param letters `fresh`: null if the new address gets none
	 */
	async function begin(
		change: NewEmailChange & { newCodeHash: string; addressMac: string },
		letters: { current: NewMail; fresh: NewMail | null },
		now: number,
	): Promise<void> {
		const { developerId: owner, newEmail, newCodeHash, addressMac, roleHeldUntil, withPasskey } = change;
		const { fresh } = letters;
		const shared = fresh && addressCode(db, { addressMac, codeHash: newCodeHash, letter: fresh });
		const ofAccount = sql`FROM email_changes WHERE developer_id = ${owner} AND role_held_until = ${whole(roleHeldUntil)}
			AND former_email IS NULL AND expires_at > ${whole(now)} ORDER BY expires_at LIMIT 1`;
		const until = whole(change.expiresAt);
		const values = [
			...[sql`${change.changeId}`, sql`${owner}`, sql`${newEmail}`, sql`NULL`, sql`${change.language}`],
			sql`COALESCE((SELECT current_code_hash ${ofAccount}), ${change.currentCodeHash})`,
			shared?.codeHash ?? newCodeHash,
			...[whole(roleHeldUntil), whole(withPasskey)],
			// No code lives longer for being shared.
			sql`MIN(COALESCE((SELECT expires_at ${ofAccount}), ${until}), ${shared?.expiresAt ?? until})`,
		];
		const hasCode = (column: "current_code_hash" | "new_code_hash", hash: string | null) =>
			sql`FROM email_changes WHERE change_id = ${change.changeId} AND ${sql.raw(column)} = ${hash}`;
		await sealedQuery(
			"begin a change of address",
			db.batch([
				db.insert(emailChanges).select(sql`SELECT ${sql.join(values, sql`, `)}`),
				mailFrom(db, letters.current, hasCode("current_code_hash", change.currentCodeHash)),
				...(shared ? shared.mailing(hasCode("new_code_hash", newCodeHash)) : []),
			]),
		);
	}

	/**
	 * The account has not changed its password or passkeys since, which would have held its role, and has a passkey only if
	 * one allowed the change.
	 */
	const isAllowed = (now: number) => sql`c.former_email IS NULL AND c.expires_at > ${whole(now)}
		AND d.role_held_until = c.role_held_until
		AND (c.with_passkey = 1 OR NOT EXISTS (SELECT 1 FROM passkeys WHERE developer_id = c.developer_id))`;

	/** Undefined unless both codes are of one change of the account, which is still allowed. */
	async function find({ currentCodeHash, newCodeHash }: Codes, owner: string, now: number) {
		const rows = await sealedQuery(
			"find a change of address",
			db.all<{ changeId: string; newEmail: string; email: string }>(
				sql`SELECT c.change_id AS changeId, c.new_email AS newEmail, d.email AS email
				FROM email_changes AS c JOIN developers AS d ON d.developer_id = c.developer_id
				WHERE c.developer_id = ${owner} AND c.current_code_hash = ${currentCodeHash} AND c.new_code_hash = ${newCodeHash}
				AND ${isAllowed(now)} LIMIT 1`,
			),
		);
		return rows[0];
	}

	/**
	 * Changes the address, tells both, and ends what was mailed to the former one, in one transaction.
	 * @returns false if the change is not allowed any more, or another account has the address
	 */
	async function finish(
		{ changeId: id, email }: { changeId: string; email: string },
		letters: { former: NewMail; present: NewMail },
		{ owner, roleHeldUntil, now, toldUntil }: Finishing,
	): Promise<boolean> {
		const source = sql`FROM email_changes AS c JOIN developers AS d ON d.developer_id = c.developer_id
			WHERE c.change_id = ${id} AND ${isAllowed(now)} AND NOT EXISTS (SELECT 1 FROM developers WHERE email = c.new_email)`;
		const isNow = sql`EXISTS (SELECT 1 ${source})`;
		const newEmail = sql`(SELECT new_email FROM email_changes WHERE change_id = ${id})`;
		const [, , , , updated] = await sealedQuery(
			"change an address",
			db.batch([
				mailFrom(db, letters.former, source),
				mailFrom(db, letters.present, source),
				db.delete(emailChanges).where(sql`developer_id = ${owner} AND change_id <> ${id} AND ${isNow}`),
				db
					.delete(accountCodes)
					.where(and(eq(accountCodes.developerId, owner), inArray(accountCodes.purpose, MAILED), isNow)),
				db
					.update(developers)
					.set({ email: newEmail, emailConfirmedAt: whole(now), roleHeldUntil: whole(roleHeldUntil) })
					.where(sql`developer_id = ${owner} AND ${isNow}`)
					.returning({ email: developers.email }),
				// Its recipient is told at the former address.
				db
					.update(emailChanges)
					.set({ formerEmail: email, currentCodeHash: null, newCodeHash: null, expiresAt: whole(toldUntil) })
					.where(
						sql`change_id = ${id} AND former_email IS NULL
							AND EXISTS (SELECT 1 FROM developers WHERE developer_id = ${owner} AND email = new_email)`,
					),
			]),
		);
		return updated.length > 0;
	}

	/** With the former addresses of changes that are done. */
	async function removeExpired(now: number): Promise<void> {
		const removal = db.delete(emailChanges).where(lte(expiresAt, whole(now)));
		await sealedQuery("remove expired changes of address", removal);
	}

	return { begin, find, finish, removeExpired };
}

type Finishing = { owner: string; roleHeldUntil: number; now: number; toldUntil: number };
