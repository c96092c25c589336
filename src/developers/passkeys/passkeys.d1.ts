/** Passkeys, their challenges, and the recovery codes of an account (auth.md "Passkeys"). */
import { and, asc, eq, exists, lte, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { accountCodes, developers, passkeyChallenges, passkeys, recoveryCodes } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { mailInsertion, type NewMail } from "../../mail/mails.d1.ts";

export type Passkey = typeof passkeys.$inferSelect;
export type StoredChallenge = typeof passkeyChallenges.$inferSelect;
export type ChallengePurpose = StoredChallenge["purpose"];

export const MAX_PASSKEYS = 10;
/** Of one account at the same time. The oldest give way. */
const MAX_CHALLENGES = 20;

const whole = (value: number) => sql`CAST(${value} AS INTEGER)`;

/** `letter`: tells the owner. `roleHeldUntil`: null if the role keeps its powers. */
type Telling = { letter: NewMail | undefined; roleHeldUntil: number | null };

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

	/** With the codes of a first passkey. @returns false if the account has as many as it may, or the key is known */
	async function insert(
		passkey: Passkey,
		{
			codeHashes,
			operatorCode,
			...telling
		}: Telling & { codeHashes: readonly string[]; operatorCode: string | null },
	): Promise<boolean> {
		const { developerId: owner, signCount, createdAt } = passkey;
		const values = [
			passkey.credentialId,
			owner,
			passkey.name,
			passkey.publicKey,
			whole(signCount),
			whole(createdAt),
		];
		const isInserted = sql`EXISTS (SELECT 1 FROM passkeys WHERE credential_id = ${passkey.credentialId}
			AND developer_id = ${owner})`;
		const [inserted] = await sealedQuery(
			"insert a passkey",
			db.batch([
				db
					.insert(passkeys)
					.select(
						sql`SELECT ${sql.join(
							values.map((value) => sql`${value}`),
							sql`, `,
						)}, NULL
						WHERE (SELECT COUNT(*) FROM passkeys WHERE developer_id = ${owner}) < ${whole(MAX_PASSKEYS)}`,
					)
					.onConflictDoNothing()
					.returning({ credentialId }),
				db
					.insert(recoveryCodes)
					.select(
						sql`SELECT value, ${owner} FROM json_each(${JSON.stringify(codeHashes)}) WHERE ${isInserted}`,
					),
				db
					.delete(accountCodes)
					.where(
						and(eq(accountCodes.codeHash, operatorCode ?? ""), eq(accountCodes.purpose, "first_passkey")),
					),
				...telled(owner, telling),
			]),
		);
		return inserted.length > 0;
	}

	/** With the recovery codes, if it was the last passkey. @returns false if the account has no such passkey */
	async function remove(owner: string, id: string, telling: Telling): Promise<boolean> {
		const others = db.select({ one: sql`1` }).from(passkeys).where(eq(developerId, owner));
		const [removed] = await sealedQuery(
			"remove a passkey",
			db.batch([
				db
					.delete(passkeys)
					.where(and(eq(credentialId, id), eq(developerId, owner)))
					.returning({ credentialId }),
				db.delete(recoveryCodes).where(and(eq(recoveryCodes.developerId, owner), sql`NOT ${exists(others)}`)),
				...telled(owner, telling),
			]),
		);
		return removed.length > 0;
	}

	function telled(owner: string, { letter, roleHeldUntil }: Telling) {
		return [
			...(roleHeldUntil === null
				? []
				: [
						db
							.update(developers)
							.set({ roleHeldUntil: whole(roleHeldUntil) })
							.where(eq(developers.developerId, owner)),
					]),
			...(letter ? [mailInsertion(db, letter)] : []),
		];
	}

	async function recordUse(id: string, signCount: number, now: number): Promise<void> {
		const update = db
			.update(passkeys)
			.set({ signCount: sql`MAX(sign_count, ${whole(signCount)})`, lastUsedAt: whole(now) })
			.where(eq(credentialId, id));
		await sealedQuery("record the use of a passkey", update);
	}

	async function replaceCodes(owner: string, codeHashes: readonly string[]): Promise<void> {
		await sealedQuery(
			"replace recovery codes",
			db.batch([
				db.delete(recoveryCodes).where(eq(recoveryCodes.developerId, owner)),
				db
					.insert(recoveryCodes)
					.select(sql`SELECT value, ${owner} FROM json_each(${JSON.stringify(codeHashes)}) WHERE true`),
			]),
		);
	}

	/** @returns false if the account has no such code */
	async function useCode(owner: string, codeHash: string, telling: Telling): Promise<boolean> {
		const isThis = and(eq(recoveryCodes.codeHash, codeHash), eq(recoveryCodes.developerId, owner));
		const used = db.delete(recoveryCodes).where(isThis).returning({ codeHash: recoveryCodes.codeHash });
		if ((await sealedQuery("use a recovery code", used)).length === 0) return false;
		const [first, ...others] = telled(owner, telling);
		if (first) await sealedQuery("tell of a recovery code", db.batch([first, ...others]));
		return true;
	}

	/** Also deletes expired ones, and the oldest of the account beyond its maximum. */
	async function putChallenge(challenge: StoredChallenge, now: number): Promise<void> {
		const { developerId: owner } = challenge;
		await sealedQuery(
			"store a passkey challenge",
			db.batch([
				db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, whole(now))),
				db.insert(passkeyChallenges).values({ ...challenge, expiresAt: whole(challenge.expiresAt) as never }),
				db.delete(passkeyChallenges).where(
					sql`challenge IN (SELECT challenge FROM passkey_challenges WHERE developer_id = ${owner}
						ORDER BY expires_at DESC LIMIT -1 OFFSET ${whole(MAX_CHALLENGES)})`,
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
