/** The floor's account object: the service's tables and only the necessary statements. */
import { DurableObject } from "cloudflare:workers";
import { accountMigrations } from "../../../durable/account/migrations/account-migrations.ts";

const MAX_OPEN_CASES = 5;

export class FloorAccount extends DurableObject {
	/** Creates the tables and one active key. */
	addKey(key: { keyId: string; developerId: string; lookup: string; secretMac: string }): void {
		const { sql } = this.ctx.storage;
		for (const step of accountMigrations) sql.exec(step);
		sql.exec(
			`INSERT INTO api_keys
			(key_id, developer_id, label, hint, lookup, secret_mac, pepper_version, status, slot, created_at, expires_at)
			VALUES (?, ?, 'bench', 'sk_…', ?, ?, 1, 'active', 1, ?, NULL)`,
			key.keyId,
			key.developerId,
			key.lookup,
			key.secretMac,
			Date.now(),
		);
	}

	isActive(keyId: string): boolean {
		const { sql } = this.ctx.storage;
		const [row] = sql
			.exec("SELECT status, expires_at, last_used_at FROM api_keys WHERE key_id = ?", keyId)
			.toArray();
		return row?.status === "active";
	}

	reserveCase(caseId: string, lostAccount: string): boolean {
		const { sql } = this.ctx.storage;
		const query = "SELECT case_id, reserved_at FROM open_cases WHERE lost_account = ? ORDER BY reserved_at";
		const slots = sql.exec(query, lostAccount).toArray();
		if (slots.length >= MAX_OPEN_CASES) return false;
		const insert = "INSERT INTO open_cases (case_id, lost_account, reserved_at) VALUES (?, ?, ?)";
		sql.exec(insert, caseId, lostAccount, Date.now());
		return true;
	}
}
