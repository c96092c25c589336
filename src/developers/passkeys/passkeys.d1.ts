/** Passkeys, their challenges, and the recovery codes of an account (auth.md "Passkeys"). */
import { and, asc, eq, exists, lte, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { accountCodes, developers, passkeyChallenges, passkeys, recoveryCodes } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";

export type Passkey = typeof passkeys.$inferSelect;
export type StoredChallenge = typeof passkeyChallenges.$inferSelect;
export type ChallengePurpose = StoredChallenge["purpose"];

export const MAX_PASSKEYS = 10;
/** Of one account and purpose at the same time. The oldest give way. */
const MAX_CHALLENGES = 20;

type Adding = {
	isFirst: boolean;
	/** The hash that the password was checked against. */
	passwordHash: string;
	/** Its hash; null if none is needed. */
	operatorCode: string | null;
	codeHashes: readonly string[];
	/** Null if the role keeps its powers. */
	roleHeldUntil: number | null;
	now: number;
};

export type PasskeyRows = ReturnType<typeof createPasskeyRows>;

export function createPasskeyRows(database: D1Database) {
	const db = drizzle(database);
	const { credentialId, developerId } = passkeys;

	/** Oldest first. */
	function list(owner: string): Promise<Passkey[]> {
		const select = db.select().from(passkeys).where(eq(developerId, owner)).orderBy(asc(passkeys.createdAt));
		return sealedQuery("list passkeys", select);
	}

	async function hasAny(owner: string): Promise<boolean> {
		const select = db.select({ one: sql`1` }).from(passkeys).where(eq(developerId, owner)).limit(1);
		return (await sealedQuery("find a passkey", select)).length > 0;
	}

	async function codesLeft(owner: string): Promise<number> {
		const select = db
			.select({ count: sql<number>`COUNT(*)` })
			.from(recoveryCodes)
			.where(eq(recoveryCodes.developerId, owner));
		return (await sealedQuery("count recovery codes", select))[0]?.count ?? 0;
	}

	/**
	 * With the codes of a first passkey. Its conditions are judged again here, since two requests may run at the same time.
	 * @returns false if one does not hold, or the key is known
	 */
	async function insert(passkey: Passkey, adding: Adding): Promise<boolean> {
		const { developerId: owner, signCount, createdAt } = passkey;
		const { isFirst, passwordHash, operatorCode, codeHashes, roleHeldUntil, now } = adding;
		const values = [
			...[passkey.credentialId, owner, passkey.name, passkey.publicKey],
			...[whole(signCount), whole(createdAt), sql`NULL`],
		].map((value) => sql`${value}`);
		const isOperatorCode = sql`(code_hash = ${operatorCode} AND purpose = 'first_passkey' AND developer_id = ${owner}
			AND expires_at > ${whole(now)})`;
		const isAllowed = sql`EXISTS (SELECT 1 FROM developers WHERE developer_id = ${owner} AND password_hash = ${passwordHash})
			AND (SELECT COUNT(*) FROM passkeys WHERE developer_id = ${owner}) < ${whole(isFirst ? 1 : MAX_PASSKEYS)}
			AND (${operatorCode} IS NULL OR EXISTS (SELECT 1 FROM account_codes WHERE ${isOperatorCode}))`;
		// Another request's passkey has another name, time or key.
		const isInserted = sql`EXISTS (SELECT 1 FROM passkeys WHERE credential_id = ${passkey.credentialId}
			AND developer_id = ${owner} AND created_at = ${whole(createdAt)} AND last_used_at IS NULL)`;
		const hold = roleHeldUntil === null ? [] : [holdRole(owner, roleHeldUntil, isInserted)];
		const codes = codeHashes.length === 0 ? [] : [...replacedCodes(owner, codeHashes, isInserted)];
		const [inserted] = await sealedQuery(
			"insert a passkey",
			db.batch([
				db
					.insert(passkeys)
					.select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${isAllowed}`)
					.onConflictDoNothing()
					.returning({ credentialId }),
				...codes,
				...hold,
				db.delete(accountCodes).where(sql`${isOperatorCode} AND ${isInserted}`),
			]),
		);
		return inserted.length > 0;
	}

	const replacedCodes = (owner: string, codeHashes: readonly string[], when: SQL) =>
		[
			db.delete(recoveryCodes).where(and(eq(recoveryCodes.developerId, owner), when)),
			db
				.insert(recoveryCodes)
				.select(sql`SELECT value, ${owner} FROM json_each(${JSON.stringify(codeHashes)}) WHERE ${when}`),
		] as const;

	const holdRole = (owner: string, until: number, when: SQL) =>
		db
			.update(developers)
			.set({ roleHeldUntil: whole(until) })
			.where(and(eq(developers.developerId, owner), when));

	/** With the recovery codes, if it was the last passkey. @returns false if the account has no such passkey */
	async function remove(owner: string, id: string, roleHeldUntil: number): Promise<boolean> {
		const isThis = sql`credential_id = ${id} AND developer_id = ${owner}`;
		const others = db.select({ one: sql`1` }).from(passkeys).where(eq(developerId, owner));
		const [, removed] = await sealedQuery(
			"remove a passkey",
			db.batch([
				holdRole(owner, roleHeldUntil, sql`EXISTS (SELECT 1 FROM passkeys WHERE ${isThis})`),
				db.delete(passkeys).where(isThis).returning({ credentialId }),
				db.delete(recoveryCodes).where(and(eq(recoveryCodes.developerId, owner), sql`NOT ${exists(others)}`)),
			]),
		);
		return removed.length > 0;
	}

	async function recordUse(id: string, signCount: number, now: number): Promise<void> {
		const update = db
			.update(passkeys)
			.set({ signCount: sql`MAX(sign_count, ${whole(signCount)})`, lastUsedAt: whole(now) })
			.where(eq(credentialId, id));
		await sealedQuery("record the use of a passkey", update);
	}

	async function replaceCodes(owner: string, codeHashes: readonly string[]): Promise<void> {
		const [first, second] = replacedCodes(owner, codeHashes, sql`TRUE`);
		await sealedQuery("replace recovery codes", db.batch([first, second]));
	}

	/** @returns false if the account has no such code */
	async function useCode(owner: string, codeHash: string, roleHeldUntil: number): Promise<boolean> {
		const isThis = sql`code_hash = ${codeHash} AND developer_id = ${owner}`;
		const [, used] = await sealedQuery(
			"use a recovery code",
			db.batch([
				holdRole(owner, roleHeldUntil, sql`EXISTS (SELECT 1 FROM recovery_codes WHERE ${isThis})`),
				db.delete(recoveryCodes).where(isThis).returning({ codeHash: recoveryCodes.codeHash }),
			]),
		);
		return used.length > 0;
	}

	/** Also deletes expired ones, and the oldest of the account beyond its maximum. */
	async function putChallenge(challenge: StoredChallenge, now: number): Promise<void> {
		const { developerId: owner, purpose } = challenge;
		await sealedQuery(
			"store a passkey challenge",
			db.batch([
				db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, whole(now))),
				db.insert(passkeyChallenges).values({ ...challenge, expiresAt: whole(challenge.expiresAt) as never }),
				db.delete(passkeyChallenges).where(
					sql`challenge IN (SELECT challenge FROM passkey_challenges WHERE developer_id = ${owner}
						AND purpose = ${purpose} ORDER BY expires_at DESC LIMIT -1 OFFSET ${whole(MAX_CHALLENGES)})`,
				),
			]),
		);
	}

	/** One statement finds and deletes it. @returns undefined if it is unknown, used or expired */
	async function takeChallenge(
		challenge: string,
		purpose: ChallengePurpose,
		now: number,
	): Promise<StoredChallenge | undefined> {
		const isThis: SQL | undefined = and(
			eq(passkeyChallenges.challenge, challenge),
			eq(passkeyChallenges.purpose, purpose),
			sql`${passkeyChallenges.expiresAt} > ${whole(now)}`,
		);
		return (
			await sealedQuery("take a passkey challenge", db.delete(passkeyChallenges).where(isThis).returning())
		)[0];
	}

	/** Whether the operator gave this code for the account's first passkey. */
	async function isOperatorCode(owner: string, codeHash: string, now: number): Promise<boolean> {
		const select = db
			.select({ one: sql`1` })
			.from(accountCodes)
			.where(
				and(
					eq(accountCodes.codeHash, codeHash),
					eq(accountCodes.developerId, owner),
					eq(accountCodes.purpose, "first_passkey"),
					sql`${accountCodes.expiresAt} > ${whole(now)}`,
				),
			);
		return (await sealedQuery("find an operator's code", select)).length > 0;
	}

	return {
		list,
		hasAny,
		codesLeft,
		insert,
		remove,
		recordUse,
		replaceCodes,
		useCode,
		putChallenge,
		takeChallenge,
		isOperatorCode,
	};
}
