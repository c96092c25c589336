/** One-time codes that confirm an address or set a password. Mailed, or printed by the operator's command. */
import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { accountCodes, developers, passkeys, recoveryCodes } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import type { Language } from "../../kernel/languages.ts";
import { addressCode } from "../../mail/address-codes.d1.ts";
import { mailInsertion, type NewMail } from "../../mail/mails.d1.ts";

export type CodePurpose = (typeof accountCodes.$inferSelect)["purpose"];

type Use = { codeHash: string; purpose: CodePurpose; now: number };

export type AccountCodes = ReturnType<typeof createAccountCodes>;

export function createAccountCodes(database: D1Database) {
	const db = drizzle(database);
	const { codeHash, purpose, developerId, isMailed, expiresAt } = accountCodes;
	const isValid = (use: Use) =>
		and(eq(codeHash, use.codeHash), eq(purpose, use.purpose), gt(expiresAt, whole(use.now)));
	const ownerOfCode = (use: Use) => db.select({ developerId }).from(accountCodes).where(isValid(use));

	/** Whether a mailed code is still good, so that no second one is mailed. */
	async function isOnItsWay(code: { developerId: string; purpose: CodePurpose; now: number }) {
		const isLiving = and(
			eq(developerId, code.developerId),
			eq(purpose, code.purpose),
			gt(expiresAt, whole(code.now)),
			eq(isMailed, 1),
		);
		const select = db.select({ developerId }).from(accountCodes).where(isLiving).limit(1);
		return (await sealedQuery("find a living code", select)).length > 0;
	}

	/** Stores the code's hash and queues its mail, in one transaction. Deletes expired codes of all accounts. */
	async function mail(code: MailedCode, letter: NewMail): Promise<void> {
		await sealedQuery(
			"mail a code",
			db.batch([
				...storing(code, { codeHash: code.codeHash, expiresAt: whole(letter.expiresAt) }),
				mailInsertion(db, letter),
			]),
		);
	}

	/** The same for the code that the address shares. @returns false if that was mailed before */
	async function mailShared(code: MailedCode, addressMac: string, letter: NewMail): Promise<boolean> {
		const { codeHash: hash } = code;
		const { mailing, ...shared } = addressCode(db, { addressMac, codeHash: hash, letter });
		const [, , , , mailed] = await sealedQuery(
			"mail the code of an address",
			db.batch([...storing(code, shared), ...mailing(sql`FROM account_codes WHERE code_hash = ${hash}`)]),
		);
		return mailed.length > 0;
	}

	/** A shared code may still be that of an account with the address that was deleted. */
	const storing = (
		{ purpose, developerId: owner, language, now }: MailedCode,
		stored: { codeHash: string | SQL; expiresAt: SQL },
	) =>
		[
			db.delete(accountCodes).where(lte(expiresAt, whole(now))),
			db
				.insert(accountCodes)
				.values({ ...stored, purpose, developerId: owner, isMailed: 1 })
				.onConflictDoUpdate({ target: codeHash, set: { developerId: owner } }),
			db.update(developers).set({ language }).where(eq(developers.developerId, owner)),
		] as const;

	/** Undefined if the code is unknown, used or expired. */
	async function find(use: Use) {
		const select = db
			.select({
				...{ developerId, isMailed },
				...{ email: developers.email, emailConfirmedAt: developers.emailConfirmedAt },
			})
			.from(accountCodes)
			.innerJoin(developers, eq(developers.developerId, developerId))
			.where(isValid(use))
			.limit(1);
		return (await sealedQuery("find a code", select))[0];
	}

	/** Sets the password and ends all codes of the purpose, in one transaction. @returns false if the code is invalid */
	async function redeem({ passwordHash, roleHeldUntil, ...use }: PasswordReset, letter?: NewMail) {
		const owner = sql`(${ownerOfCode(use)})`;
		const [updated] = await sealedQuery(
			"redeem a code",
			db.batch([
				db
					.update(developers)
					.set({ passwordHash, roleHeldUntil: whole(roleHeldUntil) })
					.where(eq(developers.developerId, owner))
					.returning({ developerId: developers.developerId }),
				db.delete(accountCodes).where(and(eq(developerId, owner), eq(purpose, use.purpose))),
				...(letter ? [mailInsertion(db, letter)] : []),
			]),
		);
		return updated.length === 1;
	}

	/** Ends all codes that confirm the account's address, and confirms it. A stranger may have added a passkey before. */
	async function confirm(owner: string, now: number): Promise<void> {
		const isUnconfirmed = sql`developer_id IN (SELECT developer_id FROM developers WHERE developer_id = ${owner}
			AND email_confirmed_at IS NULL)`;
		await sealedQuery(
			"confirm an address",
			db.batch([
				db.delete(passkeys).where(isUnconfirmed),
				db.delete(recoveryCodes).where(isUnconfirmed),
				db
					.update(developers)
					.set({ emailConfirmedAt: sql`COALESCE(email_confirmed_at, ${whole(now)})` })
					.where(eq(developers.developerId, owner)),
				db.delete(accountCodes).where(and(eq(developerId, owner), eq(purpose, "confirm_email"))),
			]),
		);
	}

	return { isOnItsWay, mail, mailShared, find, redeem, confirm };
}

type MailedCode = Use & { developerId: string; language: Language };

type PasswordReset = Use & {
	passwordHash: string;
	/** Unix milliseconds. */
	roleHeldUntil: number;
};
