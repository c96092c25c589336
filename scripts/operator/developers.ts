/** Changes developer accounts for the operator's commands. */
import * as z from "zod";
import { executeSql, sqlText } from "./database.ts";
import type { NamedAccount, Target } from "./options.ts";

const developerRow = z.object({
	developer_id: z.string(),
	email: z.string(),
	role: z.string(),
	created_at: z.number(),
	email_confirmed_at: z.number().nullable(),
});

export type DeveloperRow = z.infer<typeof developerRow>;

class UnknownDeveloper extends Error {
	constructor(account: NamedAccount) {
		super(
			"email" in account
				? `No account has the e-mail address ${account.email}. Its owner must register first.`
				: `No account has the id ${account.developerId}. The person reads it in her own session (GET /auth/me).`,
		);
	}
}

/** @throws UnknownDeveloper */
export async function findDeveloper(target: Target, account: NamedAccount): Promise<DeveloperRow> {
	const condition =
		"email" in account
			? `email = ${sqlText(account.email)}`
			: `developer_id = ${sqlText(account.developerId)}`;
	const select = `SELECT developer_id, email, role, created_at, email_confirmed_at FROM developers WHERE ${condition}`;
	const [rows] = await executeSql(target, [select]);
	if (!rows?.[0]) throw new UnknownDeveloper(account);
	return developerRow.parse(rows[0]);
}

const HOUR_MS = 3_600_000;

/** What an operator compares with the person before granting a role. */
export function describeDeveloper(
	{ developer_id, email, role, created_at, email_confirmed_at }: DeveloperRow,
	now: number,
): string {
	const hours = Math.floor((now - created_at) / HOUR_MS);
	const age = hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`;
	return `Account     ${developer_id}
E-mail      ${email} (${email_confirmed_at === null ? "not confirmed: anyone can register it" : "confirmed"})
Role        ${role}
Registered  ${new Date(created_at).toISOString()}, ${age}`;
}

/** Takes effect with the account's next request. */
export async function setRole(
	target: Target,
	{ developer_id }: DeveloperRow,
	role: "developer" | "reviewer",
): Promise<void> {
	await executeSql(target, [
		`UPDATE developers SET role = ${sqlText(role)} WHERE developer_id = ${sqlText(developer_id)}`,
	]);
}

/** Stores the hash of a one-time code. Deletes earlier codes of the account and purpose, and expired codes of all. */
export async function addOperatorCode(
	target: Target,
	{ developer_id }: DeveloperRow,
	code: { purpose: "reset_password" | "first_passkey"; codeHash: string; expiresAt: number; now: number },
): Promise<void> {
	const owner = sqlText(developer_id);
	await executeSql(target, [
		`DELETE FROM account_codes WHERE purpose = ${sqlText(code.purpose)} AND developer_id = ${owner}
			OR expires_at <= ${Math.floor(code.now)}`,
		`INSERT INTO account_codes (code_hash, purpose, developer_id, is_mailed, expires_at)
			VALUES (${sqlText(code.codeHash)}, ${sqlText(code.purpose)}, ${owner}, 0, ${Math.floor(code.expiresAt)})`,
	]);
}

const DAY_MS = 24 * HOUR_MS;

/** Of somebody who has lost her passkeys and codes, or whose account a thief has added one to. Holds a role back for a day. */
export async function removePasskeys(
	target: Target,
	{ developer_id }: DeveloperRow,
	now: number,
): Promise<void> {
	const owner = sqlText(developer_id);
	await executeSql(target, [
		`DELETE FROM passkeys WHERE developer_id = ${owner}`,
		`DELETE FROM recovery_codes WHERE developer_id = ${owner}`,
		`UPDATE developers SET role_held_until = ${Math.floor(now + DAY_MS)} WHERE developer_id = ${owner}`,
	]);
}
