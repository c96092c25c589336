/**
 * API keys of one account. A key counts against the limit from the moment it is reserved until it is revoked,
 * expires, or its reservation is given up. One that counts has a slot, so that the index of the slots finds
 * those however many dead rows there are. All functions are synchronous: the object calls them inside one
 * transaction.
 *
 * Over 300 lines: one table, whose states are only right together, and each function is one statement on it.
 */
import * as z from "zod";
import { LAST_USE_GRANULARITY_MS } from "../../src/developers/login/session-rules.ts";
import { lazy } from "../../src/kernel/once.ts";
import type { ConfirmKeyResult, ListedKey, ReserveKeyInput, ReserveKeyResult } from "./account-messages.ts";

/** Specification "Limits". */
const MAX_ACTIVE_KEYS = 5;

/**
 * A reservation older than this belongs to a request that died between its steps. The slowest good one waits
 * for one D1 write and one KV write.
 */
const RESERVATION_LIFETIME_MS = 60_000;

/** Revoked and expired rows stay this long, so that a late use of one can still be told from nonsense. */
const DEAD_KEY_RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

const standing = lazy(() =>
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
	}),
);

const rotatable = lazy(() => z.object({ label: z.string(), term_ms: z.int().nullable() }));

const retired = lazy(() => z.object({ expires_at: z.int() }));

const predecessor = lazy(() =>
	z.object({
		key_id: z.string(),
		slot: z.int().nullable(),
		/** When the key was to end by itself. */
		full_end: z.int().nullable(),
		/** When the rotations that stand let it end. */
		rotated_end: z.int().nullable(),
	}),
);

const endedKey = lazy(() => z.object({ key_id: z.string(), lookup: z.string() }));
/** A key whose copies in D1 and KV have to go. */
export type EndedKey = { keyId: string; lookup: string };

export type KeyStore = ReturnType<typeof createKeyStore>;

export function createKeyStore(sql: SqlStorage) {
	/** Takes a free slot. The same key again is the same reservation. */
	function reserve(key: ReserveKeyInput): ReserveKeyResult {
		if (standingOf(key.keyId)) return { kind: "reserved" };
		freeSlotsOfExpired(key.createdAt);
		const slot = freeSlot();
		if (slot === undefined) return { kind: "full" };
		sql.exec(
			`INSERT INTO api_keys
			(key_id, label, hint, lookup, secret_mac, pepper_version, status, slot, created_at, expires_at, term_ms)
			VALUES (?, ?, ?, ?, ?, ?, 'reserved', ?, ?, ?, ?)`,
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
		);
		return { kind: "reserved" };
	}

	/** Makes a reserved key active. False where there is no reservation any more. */
	function commit(keyId: string): boolean {
		sql.exec("UPDATE api_keys SET status = 'active' WHERE key_id = ? AND status = 'reserved'", keyId);
		return standingOf(keyId)?.status === "active";
	}

	/** Ends a key in the given state; undefined where there is none. */
	function end(keyId: string, from: "reserved" | "active", now: number): EndedKey | undefined {
		// Whoever ends a key wants it to stay so, whatever becomes of the successors that it has.
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

	/** Gives up the reservations of requests that died. */
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

	/** What the successor of an active key takes over from it; undefined where there is no such key. */
	function describe(keyId: string, now: number): { label: string; termMs: number | null } | undefined {
		const [row] = sql
			.exec(
				`SELECT label, term_ms FROM api_keys
				WHERE key_id = ? AND status = 'active' AND (expires_at IS NULL OR expires_at > ?)`,
				keyId,
				now,
			)
			.toArray();
		if (!row) return undefined;
		const { label, term_ms } = rotatable().parse(row);
		return { label, termMs: term_ms };
	}

	/**
	 * Lets an active key end at `endsAt`, or before if it was to, for the sake of its successor. Undefined where
	 * there is no such key.
	 */
	function retire(
		keyId: string,
		successorId: string,
		endsAt: number,
		now: number,
	): { expiresAt: number } | undefined {
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
			"UPDATE api_keys SET predecessor_id = ?, predecessor_ends_at = ? WHERE key_id = ?",
			keyId,
			endsAt,
			successorId,
		);
		return { expiresAt: retired().parse(row).expires_at };
	}

	/**
	 * Gives the predecessor of a successor that has ended, and that nobody was told of, the life that it would
	 * have without it; also where its overlap is over already. Undefined where there is nothing to give back.
	 */
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
		sql.exec("UPDATE api_keys SET predecessor_id = NULL WHERE key_id = ?", successorId);
		const ends = [full_end, rotated_end].filter((at) => at !== null);
		const expiresAt = ends.length > 0 ? Math.min(...ends) : null;
		const place = slot ?? freeSlot();
		if (place === undefined || (expiresAt !== null && expiresAt <= now)) return undefined;
		sql.exec(
			`UPDATE api_keys SET status = 'active', slot = ?, revoked_at = NULL, expires_at = ?, retires_at = ?
			WHERE key_id = ?`,
			place,
			expiresAt,
			rotated_end === null ? null : expiresAt,
			keyId,
		);
		return { keyId, expiresAt };
	}

	/** Ends the rotated keys whose overlap is over. */
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

	/** Ends all keys, reserved ones too, and forgets what their owner called them. */
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

	/** A key that has ended, if there is one of this id. */
	function findEnded(keyId: string): EndedKey | undefined {
		const [row] = sql
			.exec("SELECT key_id, lookup FROM api_keys WHERE key_id = ? AND status = 'revoked'", keyId)
			.toArray();
		return row && toEndedKey(row);
	}

	function confirm(keyId: string, now: number): ConfirmKeyResult & { lastUsedAt?: number | null } {
		const key = standingOf(keyId);
		if (!key || key.status === "reserved") return { kind: "unknown" };
		if (key.status === "revoked") return { kind: "revoked" };
		if (key.expires_at !== null && key.expires_at <= now) return { kind: "expired" };
		return { kind: "active", lastUsedAt: key.last_used_at };
	}

	/** Once a minute, however many calls found at the same time that it was due. */
	function recordUse(keyId: string, now: number): void {
		sql.exec(
			"UPDATE api_keys SET last_used_at = ?1 WHERE key_id = ?2 AND (last_used_at IS NULL OR last_used_at <= ?1 - ?3)",
			now,
			keyId,
			LAST_USE_GRANULARITY_MS,
		);
	}

	/** Active keys, the oldest first. */
	function list(now: number): ListedKey[] {
		return sql
			.exec(
				`SELECT key_id, label, hint, created_at, last_used_at, expires_at FROM api_keys
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
				};
			});
	}

	/** When the oldest reservation is to be given up; null where there is none. */
	function nextAbandonmentAt(): number | null {
		const { oldest } = sql
			.exec("SELECT MIN(created_at) AS oldest FROM api_keys WHERE slot IS NOT NULL AND status = 'reserved'")
			.one();
		return typeof oldest === "number" ? oldest + RESERVATION_LIFETIME_MS : null;
	}

	/** When the overlap of a rotated key is over next; null where there is none. */
	function nextRetirementAt(): number | null {
		const { next } = sql
			.exec("SELECT MIN(retires_at) AS next FROM api_keys WHERE retires_at IS NOT NULL")
			.one();
		return typeof next === "number" ? next : null;
	}

	/** Forgets keys that ended long ago. */
	function forgetDead(now: number): void {
		const before = now - DEAD_KEY_RETENTION_MS;
		sql.exec("DELETE FROM api_keys WHERE revoked_at < ?", before);
		sql.exec("DELETE FROM api_keys WHERE expires_at < ?", before);
	}

	function standingOf(keyId: string): z.infer<ReturnType<typeof standing>> | undefined {
		const [row] = sql
			.exec("SELECT status, expires_at, last_used_at FROM api_keys WHERE key_id = ?", keyId)
			.toArray();
		return row && standing().parse(row);
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
		describe,
		retire,
		undoRetirement,
		endRetired,
		endAll,
		findEnded,
		confirm,
		recordUse,
		list,
		nextAbandonmentAt,
		nextRetirementAt,
		forgetDead,
	};
}

function toEndedKey(row: unknown): EndedKey {
	const { key_id, lookup } = endedKey().parse(row);
	return { keyId: key_id, lookup };
}
