/** API keys of one account. Call inside one transaction. */
import { DEAD_KEY_RETENTION_MS, MAX_ACTIVE_KEYS } from "../../src/developers/api-keys/key-limits.ts";
import { LAST_USE_GRANULARITY_MS } from "../../src/developers/login/session-rules.ts";
import { nullable, type Of, object, oneOf, text } from "../../src/protocol/form.ts";
import { columnsOf, integer, integerOrNull, numberIn, rowsOf } from "../storage/rows.ts";
import type { ConfirmKeyResult, IssuedKey, IssueKeyInput, ListedKey, Rotation } from "./account-messages.ts";

/** A self-issued key is deleted after its predecessor, so that revocation can always follow the links. */
const IS_DELETABLE = `(is_self_issued = 0 OR NOT EXISTS
	(SELECT 1 FROM api_keys AS issuer WHERE issuer.key_id = api_keys.rotated_from))`;

const IS_ACTIVE = "status = 'active' AND (expires_at IS NULL OR expires_at > ?)";

const keyState = object({
	status: oneOf("active", "revoked"),
	expiresAt: integerOrNull,
	lastUsedAt: integerOrNull,
});
type KeyState = Of<typeof keyState>;

const issuedKey = object({ keyId: text(), label: text(), createdAt: integer, expiresAt: integerOrNull });
const listedKey = object({
	keyId: text(),
	label: text(),
	hint: text(),
	createdAt: integer,
	lastUsedAt: integerOrNull,
	expiresAt: integerOrNull,
	rotatedFrom: nullable(text()),
});
const rotatable = object({ label: text(), termMs: integerOrNull, expiresAt: integerOrNull });
const changedKey = object({ keyId: text() });

const keyCopy = object({
	keyId: text(),
	developerId: text(),
	lookup: text(),
	secretMac: text(),
	pepperVersion: integer,
	expiresAt: integerOrNull,
	revokedAt: integerOrNull,
});
/** What D1 and KV hold of a key. */
export type KeyCopy = Of<typeof keyCopy>;

/** `rotation`: of a successor. */
export type KeyTerms = { label: string; expiresAt: number | null; rotation?: Rotation };

export type KeyStore = ReturnType<typeof createKeyStore>;

/** Callers may send ids of keys that ended long ago. */
const MAX_KNOWN = 100;

export function createKeyStore(sql: SqlStorage) {
	/** Each request confirms its key, and most of them write nothing in between. */
	const known = new Map<string, KeyState>();

	/** Takes a free slot. @returns undefined if there is none */
	function insert(key: IssueKeyInput, terms: KeyTerms): IssuedKey | undefined {
		const { keyId, now } = key;
		const { label, expiresAt, rotation } = terms;
		freeSlotsOfExpired(now);
		const slot = freeSlot();
		if (slot === undefined) return undefined;
		sql.exec(
			`INSERT INTO api_keys
			(key_id, developer_id, label, hint, lookup, secret_mac, pepper_version, status, slot, created_at, expires_at,
			term_ms, rotated_from, is_self_issued, creation_id)
			VALUES (?, ?, ?, ?, ?, ?, ?, 'active', ?, ?, ?, ?, ?, ?, ?)`,
			keyId,
			key.developerId,
			label,
			key.hint,
			key.lookup,
			key.secretMac,
			key.pepperVersion,
			slot,
			now,
			expiresAt,
			expiresAt === null ? null : expiresAt - now,
			rotation?.predecessorId ?? null,
			rotation?.isSelfIssued ? 1 : 0,
			key.creation?.id ?? null,
		);
		return { keyId, label, createdAt: now, expiresAt };
	}

	/** The key of an earlier attempt, unless it has ended. */
	function findIssued({ keyId, creation, now }: IssueKeyInput): IssuedKey | undefined {
		const found = sql.exec(
			`SELECT ${columnsOf(issuedKey)} FROM api_keys WHERE (key_id = ? OR creation_id = ?) AND ${IS_ACTIVE}`,
			keyId,
			creation?.id ?? null,
			now,
		);
		return rowsOf(issuedKey, found)[0];
	}

	/**
	 * What the successor of an active key inherits: the end of a key whose pair rotates itself, otherwise its full term.
	 */
	function termsOf(rotation: Rotation, now: number): KeyTerms | undefined {
		const found = sql.exec(
			`SELECT ${columnsOf(rotatable)} FROM api_keys WHERE key_id = ? AND ${IS_ACTIVE}`,
			rotation.predecessorId,
			now,
		);
		const [key] = rowsOf(rotatable, found);
		if (!key) return undefined;
		const renewedEnd = key.termMs === null ? null : now + key.termMs;
		return { label: key.label, expiresAt: rotation.isSelfIssued ? key.expiresAt : renewedEnd, rotation };
	}

	/** Lets an active key end at `endsAt` or earlier. */
	function retire({ predecessorId, endsAt }: Rotation): void {
		sql.exec(
			`UPDATE api_keys SET
				expires_at = MIN(COALESCE(expires_at, ?1), ?1), retires_at = MIN(COALESCE(expires_at, ?1), ?1)
			WHERE key_id = ?2`,
			endsAt,
			predecessorId,
		);
	}

	/** @returns the id if the key was active */
	function end(keyId: string, now: number): string[] {
		return changed(
			"SET status = 'revoked', slot = NULL, revoked_at = ?, retires_at = NULL WHERE key_id = ? AND status = 'active'",
			now,
			keyId,
		);
	}

	function endRetired(now: number): string[] {
		return changed(
			`SET status = 'revoked', slot = NULL, revoked_at = retires_at, retires_at = NULL
			WHERE retires_at IS NOT NULL AND retires_at <= ?`,
			now,
		);
	}

	/** Also erases all labels. */
	function endAll(now: number): string[] {
		sql.exec("UPDATE api_keys SET label = ''");
		return changed(
			"SET status = 'revoked', slot = NULL, revoked_at = ?, retires_at = NULL WHERE status = 'active'",
			now,
		);
	}

	/** @returns the ids of the changed keys */
	function changed(change: string, ...values: SqlStorageValue[]): string[] {
		const found = sql.exec(`UPDATE api_keys ${change} RETURNING ${columnsOf(changedKey)}`, ...values);
		return rowsOf(changedKey, found).map(({ keyId }) => keyId);
	}

	function copyOf(keyId: string): KeyCopy | undefined {
		const select = `SELECT ${columnsOf(keyCopy)} FROM api_keys WHERE key_id = ?`;
		return rowsOf(keyCopy, sql.exec(select, keyId))[0];
	}

	function confirm(keyId: string, now: number): ConfirmKeyResult & { lastUsedAt?: number | null } {
		const key = known.get(keyId) ?? remembered(keyId);
		if (!key) return { kind: "unknown" };
		if (key.status === "revoked") return { kind: "revoked" };
		if (key.expiresAt !== null && key.expiresAt <= now) return { kind: "expired" };
		return { kind: "active", lastUsedAt: key.lastUsedAt };
	}

	/** At most once a minute, even for concurrent calls. */
	function recordUse(keyId: string, now: number): void {
		sql.exec(
			"UPDATE api_keys SET last_used_at = ?1 WHERE key_id = ?2 AND (last_used_at IS NULL OR last_used_at <= ?1 - ?3)",
			now,
			keyId,
			LAST_USE_GRANULARITY_MS,
		);
	}

	function list(now: number): ListedKey[] {
		const found = sql.exec(
			`SELECT ${columnsOf(listedKey)} FROM api_keys
			WHERE slot IS NOT NULL AND ${IS_ACTIVE} ORDER BY created_at, key_id`,
			now,
		);
		return rowsOf(listedKey, found);
	}

	function nextRetirementAt(): number | null {
		return numberIn(sql.exec("SELECT MIN(retires_at) FROM api_keys WHERE retires_at IS NOT NULL"));
	}

	function nextDeletionAt(): number | null {
		const first = numberIn(
			sql.exec(
				`SELECT MIN(MIN(COALESCE(revoked_at, expires_at), COALESCE(expires_at, revoked_at)))
				FROM api_keys WHERE ${IS_DELETABLE}`,
			),
		);
		return first === null ? null : first + DEAD_KEY_RETENTION_MS + 1;
	}

	function deleteOld(now: number): void {
		const before = now - DEAD_KEY_RETENTION_MS;
		sql.exec(`DELETE FROM api_keys WHERE revoked_at < ? AND ${IS_DELETABLE}`, before);
		sql.exec(`DELETE FROM api_keys WHERE expires_at < ? AND ${IS_DELETABLE}`, before);
	}

	function remembered(keyId: string): KeyState | undefined {
		const key = stateOf(keyId);
		if (known.size >= MAX_KNOWN) known.clear();
		if (key) known.set(keyId, key);
		return key;
	}

	/** After every write of the object. */
	function forgetMemory(): void {
		known.clear();
	}

	function stateOf(keyId: string): KeyState | undefined {
		const select = `SELECT ${columnsOf(keyState)} FROM api_keys WHERE key_id = ?`;
		return rowsOf(keyState, sql.exec(select, keyId))[0];
	}

	function freeSlotsOfExpired(now: number): void {
		sql.exec("UPDATE api_keys SET slot = NULL WHERE slot IS NOT NULL AND expires_at <= ?", now);
	}

	function freeSlot(): number | undefined {
		const taken = new Set(
			sql
				.exec("SELECT slot FROM api_keys WHERE slot IS NOT NULL")
				.toArray()
				.map((row) => row.slot),
		);
		return Array.from({ length: MAX_ACTIVE_KEYS }, (_, index) => index + 1).find((slot) => !taken.has(slot));
	}

	return {
		insert,
		findIssued,
		termsOf,
		retire,
		end,
		endRetired,
		endAll,
		copyOf,
		confirm,
		forgetMemory,
		recordUse,
		list,
		nextRetirementAt,
		nextDeletionAt,
		deleteOld,
	};
}
