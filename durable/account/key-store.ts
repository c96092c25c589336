/**
 * API keys of one account. Call inside one transaction. Over 300 lines, because the states of one table belong
 * together.
 */
import * as z from "zod";
import { DEAD_KEY_RETENTION_MS, MAX_ACTIVE_KEYS } from "../../src/developers/api-keys/key-limits.ts";
import { LAST_USE_GRANULARITY_MS } from "../../src/developers/login/session-rules.ts";
import { type Infer, lazy } from "../../src/kernel/once.ts";
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

const keyState = lazy(() =>
	z.object({
		status: z.enum(["reserved", "active", "revoked"]),
		expires_at: z.int().nullable(),
		last_used_at: z.int().nullable(),
	}),
);

const listed = lazy(() =>
	z.object({
		key_id: z.string(),
		label: z.string(),
		hint: z.string(),
		created_at: z.int(),
		last_used_at: z.int().nullable(),
		expires_at: z.int().nullable(),
		rotated_from: z.string().nullable(),
	}),
);

const rotatable = lazy(() =>
	z.object({ label: z.string(), term_ms: z.int().nullable(), expires_at: z.int().nullable() }),
);

const retired = lazy(() => z.object({ expires_at: z.int() }));

const predecessor = lazy(() =>
	z.object({
		key_id: z.string(),
		slot: z.int().nullable(),
		/** The end of the key's own lifetime. */
		full_end: z.int().nullable(),
		/** The end set by its other rotations. */
		rotated_end: z.int().nullable(),
	}),
);

const endedKey = lazy(() => z.object({ key_id: z.string(), lookup: z.string() }));
export type EndedKey = { keyId: string; lookup: string };

export type KeyStore = ReturnType<typeof createKeyStore>;

/** Callers may send ids of keys that ended long ago. */
const MAX_KNOWN = 100;

export function createKeyStore(sql: SqlStorage) {
	/** Each request confirms its key, and most of them write nothing in between. */
	const known = new Map<string, Infer<typeof keyState>>();

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
		const [row] = sql
			.exec(
				`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = ?, retires_at = NULL
				WHERE key_id = ? AND status = ? RETURNING key_id, lookup`,
				now,
				keyId,
				from,
			)
			.toArray();
		return row && toEndedKey(row);
	}

	function endAbandoned(now: number): EndedKey[] {
		return sql
			.exec(
				`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = ?
				WHERE slot IS NOT NULL AND status = 'reserved' AND created_at <= ? RETURNING key_id, lookup`,
				now,
				now - RESERVATION_LIFETIME_MS,
			)
			.toArray()
			.map(toEndedKey);
	}

	function findCreated(creationId: string, now: number): CreatedKey | undefined {
		const [row] = sql
			.exec(
				`SELECT key_id, label, hint, created_at, last_used_at, expires_at, rotated_from FROM api_keys
				WHERE creation_id = ? AND status = 'active' AND (expires_at IS NULL OR expires_at > ?)`,
				creationId,
				now,
			)
			.toArray();
		if (!row) return undefined;
		const { key_id: keyId, label, created_at: createdAt, expires_at: expiresAt } = listed().parse(row);
		return { keyId, label, createdAt, expiresAt };
	}

	/** Ends the reservation of an interrupted attempt, so that it never becomes a second key. */
	function endCreated(creationId: string, now: number): EndedKey[] {
		return sql
			.exec(
				`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = ?
				WHERE creation_id = ? AND status = 'reserved' RETURNING key_id, lookup`,
				now,
				creationId,
			)
			.toArray()
			.map(toEndedKey);
	}

	function describe(
		keyId: string,
		now: number,
	): { label: string; termMs: number | null; expiresAt: number | null } | undefined {
		const [row] = sql
			.exec(
				`SELECT label, term_ms, expires_at FROM api_keys
				WHERE key_id = ? AND status = 'active' AND (expires_at IS NULL OR expires_at > ?)`,
				keyId,
				now,
			)
			.toArray();
		if (!row) return undefined;
		const { label, term_ms, expires_at } = rotatable().parse(row);
		return { label, termMs: term_ms, expiresAt: expires_at };
	}

	/** Ends an active key at `endsAt` or earlier. */
	function retire({
		predecessorId: keyId,
		keyId: successorId,
		endsAt,
		now,
		isSelfIssued = false,
	}: CommitRotationInput): { expiresAt: number } | undefined {
		const [row] = sql
			.exec(
				`UPDATE api_keys SET
					expires_at = MIN(COALESCE(expires_at, ?1), ?1), retires_at = MIN(COALESCE(expires_at, ?1), ?1)
				WHERE key_id = ?2 AND status = 'active' AND (expires_at IS NULL OR expires_at > ?3) RETURNING expires_at`,
				endsAt,
				keyId,
				now,
			)
			.toArray();
		if (!row) return undefined;
		sql.exec(
			`UPDATE api_keys SET predecessor_id = ?1, predecessor_ends_at = ?2, rotated_from = ?1, is_self_issued = ?3
			WHERE key_id = ?4`,
			keyId,
			endsAt,
			isSelfIssued ? 1 : 0,
			successorId,
		);
		return { expiresAt: retired().parse(row).expires_at };
	}

	/** Undoes a rotation whose new key nobody received. The predecessor gets its own end back. */
	function undoRetirement(
		successorId: string,
		now: number,
	): { keyId: string; expiresAt: number | null } | undefined {
		const [row] = sql
			.exec(
				`SELECT old.key_id, old.slot, old.created_at + old.term_ms AS full_end,
					(SELECT MIN(other.predecessor_ends_at) FROM api_keys AS other
						WHERE other.predecessor_id = old.key_id AND other.key_id <> new.key_id) AS rotated_end
				FROM api_keys AS new JOIN api_keys AS old ON old.key_id = new.predecessor_id WHERE new.key_id = ?`,
				successorId,
			)
			.toArray();
		if (!row) return undefined;
		const { key_id: keyId, slot, full_end, rotated_end } = predecessor().parse(row);
		sql.exec(
			"UPDATE api_keys SET predecessor_id = NULL, rotated_from = NULL, is_self_issued = 0 WHERE key_id = ?",
			successorId,
		);
		const ends = [full_end, rotated_end].filter((at) => at !== null);
		const expiresAt = ends.length > 0 ? Math.min(...ends) : null;
		const newSlot = slot ?? freeSlot();
		if (newSlot === undefined || (expiresAt !== null && expiresAt <= now)) return undefined;
		sql.exec(
			`UPDATE api_keys SET status = 'active', slot = ?, revoked_at = NULL, expires_at = ?, retires_at = ?
			WHERE key_id = ?`,
			newSlot,
			expiresAt,
			rotated_end === null ? null : expiresAt,
			keyId,
		);
		return { keyId, expiresAt };
	}

	function endRetired(now: number): EndedKey[] {
		return sql
			.exec(
				`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = retires_at, retires_at = NULL
				WHERE retires_at IS NOT NULL AND retires_at <= ? RETURNING key_id, lookup`,
				now,
			)
			.toArray()
			.map(toEndedKey);
	}

	/** Includes reservations, and erases all labels. */
	function endAll(now: number): EndedKey[] {
		sql.exec("UPDATE api_keys SET label = '', predecessor_id = NULL");
		return sql
			.exec(
				`UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = ?, retires_at = NULL
				WHERE status <> 'revoked' RETURNING key_id, lookup`,
				now,
			)
			.toArray()
			.map(toEndedKey);
	}

	function findEnded(keyId: string): EndedKey | undefined {
		const [row] = sql
			.exec("SELECT key_id, lookup FROM api_keys WHERE key_id = ? AND status = 'revoked'", keyId)
			.toArray();
		return row && toEndedKey(row);
	}

	function confirm(keyId: string, now: number): ConfirmKeyResult & { lastUsedAt?: number | null } {
		const key = known.get(keyId) ?? remembered(keyId);
		if (!key || key.status === "reserved") return { kind: "unknown" };
		if (key.status === "revoked") return { kind: "revoked" };
		if (key.expires_at !== null && key.expires_at <= now) return { kind: "expired" };
		return { kind: "active", lastUsedAt: key.last_used_at };
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
		return sql
			.exec(
				`SELECT key_id, label, hint, created_at, last_used_at, expires_at, rotated_from FROM api_keys
				WHERE slot IS NOT NULL AND status = 'active' AND (expires_at IS NULL OR expires_at > ?)
				ORDER BY created_at, key_id`,
				now,
			)
			.toArray()
			.map((row) => {
				const key = listed().parse(row);
				return {
					keyId: key.key_id,
					label: key.label,
					hint: key.hint,
					createdAt: key.created_at,
					lastUsedAt: key.last_used_at,
					expiresAt: key.expires_at,
					rotatedFrom: key.rotated_from,
				};
			});
	}

	function nextAbandonmentAt(): number | null {
		const { oldest } = sql
			.exec("SELECT MIN(created_at) AS oldest FROM api_keys WHERE slot IS NOT NULL AND status = 'reserved'")
			.one();
		return typeof oldest === "number" ? oldest + RESERVATION_LIFETIME_MS : null;
	}

	function nextRetirementAt(): number | null {
		const { next } = sql
			.exec("SELECT MIN(retires_at) AS next FROM api_keys WHERE retires_at IS NOT NULL")
			.one();
		return typeof next === "number" ? next : null;
	}

	function nextDeletionAt(): number | null {
		const { first } = sql
			.exec(
				`SELECT MIN(MIN(COALESCE(revoked_at, expires_at), COALESCE(expires_at, revoked_at))) AS first
				FROM api_keys WHERE ${IS_DELETABLE}`,
			)
			.one();
		return typeof first === "number" ? first + DEAD_KEY_RETENTION_MS + 1 : null;
	}

	function deleteOld(now: number): void {
		const before = now - DEAD_KEY_RETENTION_MS;
		sql.exec(`DELETE FROM api_keys WHERE revoked_at < ? AND ${IS_DELETABLE}`, before);
		sql.exec(`DELETE FROM api_keys WHERE expires_at < ? AND ${IS_DELETABLE}`, before);
	}

	function remembered(keyId: string): Infer<typeof keyState> | undefined {
		const key = stateOf(keyId);
		if (known.size >= MAX_KNOWN) known.clear();
		if (key) known.set(keyId, key);
		return key;
	}

	/** After every write of the object. */
	function forgetMemory(): void {
		known.clear();
	}

	function stateOf(keyId: string): Infer<typeof keyState> | undefined {
		const [row] = sql
			.exec("SELECT status, expires_at, last_used_at FROM api_keys WHERE key_id = ?", keyId)
			.toArray();
		return row && keyState().parse(row);
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

function toEndedKey(row: unknown): EndedKey {
	const { key_id, lookup } = endedKey().parse(row);
	return { keyId: key_id, lookup };
}
