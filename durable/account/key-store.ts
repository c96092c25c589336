/**
 * API keys of one account. Call inside one transaction. Over 300 lines, because the states of one table belong
 * together.
 */
import { DEAD_KEY_RETENTION_MS, MAX_ACTIVE_KEYS } from "../../src/developers/api-keys/key-limits.ts";
import { LAST_USE_GRANULARITY_MS } from "../../src/developers/login/session-rules.ts";
import { nullable, type Of, object, oneOf, text } from "../../src/protocol/form.ts";
import { columnsOf, integer, integerOrNull, numberIn, rowsOf } from "../storage/rows.ts";
import type {
	CommitRotationInput,
	ConfirmKeyResult,
	CreatedKey,
	ListedKey,
	ReserveKeyInput,
	ReserveKeyResult,
} from "./account-messages.ts";

/** Longer than the D1 and the KV write before a commit. */
const RESERVATION_LIFETIME_MS = 60_000;

/** A self-issued key is deleted after its predecessor, so that revocation can always follow the links. */
const IS_DELETABLE = `(is_self_issued = 0 OR NOT EXISTS
	(SELECT 1 FROM api_keys AS issuer WHERE issuer.key_id = api_keys.rotated_from))`;

const keyState = object({
	status: oneOf("reserved", "active", "revoked"),
	expiresAt: integerOrNull,
	lastUsedAt: integerOrNull,
});
type KeyState = Of<typeof keyState>;

const createdKey = object({ keyId: text(), label: text(), createdAt: integer, expiresAt: integerOrNull });
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
const retired = object({ expiresAt: integer });

const predecessor = object({
	keyId: text(),
	slot: integerOrNull,
	/** The end of the key's own lifetime. */
	fullEnd: integerOrNull,
	/** The end set by its other rotations. */
	rotatedEnd: integerOrNull,
});

const endedKey = object({ keyId: text(), lookup: text() });
export type EndedKey = Of<typeof endedKey>;
const ENDED_KEY = columnsOf(endedKey);

export type KeyStore = ReturnType<typeof createKeyStore>;

/** Callers may send ids of keys that ended long ago. */
const MAX_KNOWN = 100;

export function createKeyStore(sql: SqlStorage) {
	/** Each request confirms its key, and most of them write nothing in between. */
	const known = new Map<string, KeyState>();

	/** Takes a free slot. Idempotent per key. */
	function reserve(key: ReserveKeyInput): ReserveKeyResult {
		if (stateOf(key.keyId)) return { kind: "reserved" };
		freeSlotsOfExpired(key.createdAt);
		const slot = freeSlot();
		if (slot === undefined) return { kind: "full" };
		sql.exec(
			`INSERT INTO api_keys
			(key_id, label, hint, lookup, secret_mac, pepper_version, status, slot, created_at, expires_at, term_ms,
			creation_id)
			VALUES (?, ?, ?, ?, ?, ?, 'reserved', ?, ?, ?, ?, ?)`,
			key.keyId,
			key.label,
			key.hint,
			key.lookup,
			key.secretMac,
			key.pepperVersion,
			slot,
			key.createdAt,
			key.expiresAt,
			key.expiresAt === null ? null : key.expiresAt - key.createdAt,
			key.creationId ?? null,
		);
		return { kind: "reserved" };
	}

	/** Returns false if the reservation has expired. */
	function commit(keyId: string): boolean {
		sql.exec("UPDATE api_keys SET status = 'active' WHERE key_id = ? AND status = 'reserved'", keyId);
		return stateOf(keyId)?.status === "active";
	}

	function end(keyId: string, from: "reserved" | "active", now: number): EndedKey | undefined {
		// Unlinks successors, so that undoing their rotation cannot revive an ended key.
		sql.exec("UPDATE api_keys SET predecessor_id = NULL WHERE predecessor_id = ?", keyId);
		const ended = sql.exec(
			`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = ?, retires_at = NULL
			WHERE key_id = ? AND status = ? RETURNING ${ENDED_KEY}`,
			now,
			keyId,
			from,
		);
		return rowsOf(endedKey, ended)[0];
	}

	function endAbandoned(now: number): EndedKey[] {
		const ended = sql.exec(
			`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = ?
			WHERE slot IS NOT NULL AND status = 'reserved' AND created_at <= ? RETURNING ${ENDED_KEY}`,
			now,
			now - RESERVATION_LIFETIME_MS,
		);
		return rowsOf(endedKey, ended);
	}

	function findCreated(creationId: string, now: number): CreatedKey | undefined {
		const found = sql.exec(
			`SELECT ${columnsOf(createdKey)} FROM api_keys
			WHERE creation_id = ? AND status = 'active' AND (expires_at IS NULL OR expires_at > ?)`,
			creationId,
			now,
		);
		return rowsOf(createdKey, found)[0];
	}

	/** Ends the reservation of an interrupted attempt, so that it never becomes a second key. */
	function endCreated(creationId: string, now: number): EndedKey[] {
		const ended = sql.exec(
			`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = ?
			WHERE creation_id = ? AND status = 'reserved' RETURNING ${ENDED_KEY}`,
			now,
			creationId,
		);
		return rowsOf(endedKey, ended);
	}

	function describe(keyId: string, now: number): Of<typeof rotatable> | undefined {
		const found = sql.exec(
			`SELECT ${columnsOf(rotatable)} FROM api_keys
			WHERE key_id = ? AND status = 'active' AND (expires_at IS NULL OR expires_at > ?)`,
			keyId,
			now,
		);
		return rowsOf(rotatable, found)[0];
	}

	/** Ends an active key at `endsAt` or earlier. */
	function retire({
		predecessorId: keyId,
		keyId: successorId,
		endsAt,
		now,
		isSelfIssued = false,
	}: CommitRotationInput): { expiresAt: number } | undefined {
		const retiring = sql.exec(
			`UPDATE api_keys SET
				expires_at = MIN(COALESCE(expires_at, ?1), ?1), retires_at = MIN(COALESCE(expires_at, ?1), ?1)
			WHERE key_id = ?2 AND status = 'active' AND (expires_at IS NULL OR expires_at > ?3)
			RETURNING expires_at AS expiresAt`,
			endsAt,
			keyId,
			now,
		);
		const [key] = rowsOf(retired, retiring);
		if (!key) return undefined;
		sql.exec(
			`UPDATE api_keys SET predecessor_id = ?1, predecessor_ends_at = ?2, rotated_from = ?1, is_self_issued = ?3
			WHERE key_id = ?4`,
			keyId,
			endsAt,
			isSelfIssued ? 1 : 0,
			successorId,
		);
		return key;
	}

	/** Undoes a rotation whose new key nobody received. The predecessor gets its own end back. */
	function undoRetirement(
		successorId: string,
		now: number,
	): { keyId: string; expiresAt: number | null } | undefined {
		const found = sql.exec(
			`SELECT old.key_id AS keyId, old.slot, old.created_at + old.term_ms AS fullEnd,
				(SELECT MIN(other.predecessor_ends_at) FROM api_keys AS other
					WHERE other.predecessor_id = old.key_id AND other.key_id <> new.key_id) AS rotatedEnd
			FROM api_keys AS new JOIN api_keys AS old ON old.key_id = new.predecessor_id WHERE new.key_id = ?`,
			successorId,
		);
		const [key] = rowsOf(predecessor, found);
		if (!key) return undefined;
		const { keyId, slot, fullEnd, rotatedEnd } = key;
		sql.exec(
			"UPDATE api_keys SET predecessor_id = NULL, rotated_from = NULL, is_self_issued = 0 WHERE key_id = ?",
			successorId,
		);
		const ends = [fullEnd, rotatedEnd].filter((at) => at !== null);
		const expiresAt = ends.length > 0 ? Math.min(...ends) : null;
		const newSlot = slot ?? freeSlot();
		if (newSlot === undefined || (expiresAt !== null && expiresAt <= now)) return undefined;
		sql.exec(
			`UPDATE api_keys SET status = 'active', slot = ?, revoked_at = NULL, expires_at = ?, retires_at = ?
			WHERE key_id = ?`,
			newSlot,
			expiresAt,
			rotatedEnd === null ? null : expiresAt,
			keyId,
		);
		return { keyId, expiresAt };
	}

	function endRetired(now: number): EndedKey[] {
		const ended = sql.exec(
			`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = retires_at, retires_at = NULL
			WHERE retires_at IS NOT NULL AND retires_at <= ? RETURNING ${ENDED_KEY}`,
			now,
		);
		return rowsOf(endedKey, ended);
	}

	/** Includes reservations, and erases all labels. */
	function endAll(now: number): EndedKey[] {
		sql.exec("UPDATE api_keys SET label = '', predecessor_id = NULL");
		const ended = sql.exec(
			`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = ?, retires_at = NULL
			WHERE status <> 'revoked' RETURNING ${ENDED_KEY}`,
			now,
		);
		return rowsOf(endedKey, ended);
	}

	function findEnded(keyId: string): EndedKey | undefined {
		const select = `SELECT ${ENDED_KEY} FROM api_keys WHERE key_id = ? AND status = 'revoked'`;
		return rowsOf(endedKey, sql.exec(select, keyId))[0];
	}

	function confirm(keyId: string, now: number): ConfirmKeyResult & { lastUsedAt?: number | null } {
		const key = known.get(keyId) ?? remembered(keyId);
		if (!key || key.status === "reserved") return { kind: "unknown" };
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
			WHERE slot IS NOT NULL AND status = 'active' AND (expires_at IS NULL OR expires_at > ?)
			ORDER BY created_at, key_id`,
			now,
		);
		return rowsOf(listedKey, found);
	}

	function nextAbandonmentAt(): number | null {
		const select = "SELECT MIN(created_at) FROM api_keys WHERE slot IS NOT NULL AND status = 'reserved'";
		const oldest = numberIn(sql.exec(select));
		return oldest === null ? null : oldest + RESERVATION_LIFETIME_MS;
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
		reserve,
		commit,
		end,
		endAbandoned,
		findCreated,
		endCreated,
		describe,
		retire,
		undoRetirement,
		endRetired,
		endAll,
		findEnded,
		confirm,
		forgetMemory,
		recordUse,
		list,
		nextAbandonmentAt,
		nextRetirementAt,
		nextDeletionAt,
		deleteOld,
	};
}
