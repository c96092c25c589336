/** Changes developer accounts for the operator's commands. */
import * as z from "zod";
import { executeSql, sqlText } from "./database.ts";
import type { Target } from "./options.ts";

const developerRow = z.object({
	developer_id: z.string(),
	email: z.string(),
	role: z.string(),
	created_at: z.number(),
});

export type DeveloperRow = z.infer<typeof developerRow>;

class UnknownDeveloper extends Error {
	constructor(email: string) {
		super(`No account has the e-mail address ${email}. Its owner must register first.`);
	}
}

/** @throws UnknownDeveloper */
export async function findDeveloper(target: Target, email: string): Promise<DeveloperRow> {
	const select = `SELECT developer_id, email, role, created_at FROM developers WHERE email = ${sqlText(email)}`;
	const [rows] = await executeSql(target, [select]);
	if (!rows?.[0]) throw new UnknownDeveloper(email);
	return developerRow.parse(rows[0]);
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

/** Stores the hash of a one-time code. Deletes earlier codes of the account, and expired codes of all. */
export async function addPasswordReset(
	target: Target,
	{ developer_id }: DeveloperRow,
	reset: { tokenHash: string; expiresAt: number; now: number },
): Promise<void> {
	const owner = sqlText(developer_id);
	await executeSql(target, [
		`DELETE FROM password_resets WHERE developer_id = ${owner} OR expires_at <= ${Math.floor(reset.now)}`,
		`INSERT INTO password_resets (token_hash, developer_id, expires_at)
			VALUES (${sqlText(reset.tokenHash)}, ${owner}, ${Math.floor(reset.expiresAt)})`,
	]);
}
