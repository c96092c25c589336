/** Stores an account's requests with an `Idempotency-Key` for a day (auth.md "Idempotency keys"). */
import type { Creation } from "../../src/kernel/creation.ts";
import { nullable, object, text } from "../../src/protocol/form.ts";
import { columnsOf, integer, numberIn, rowsOf } from "../storage/rows.ts";
import type { ClaimRequestInput, ClaimRequestResult, FinishRequestInput } from "./account-messages.ts";

const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Longer than any of these requests takes. */
const RUNNING_FOR_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

/** Bounds the cost of the count at each claim. */
const MAX_REQUESTS = 1_000;

const storedRequest = object({
	name: text(),
	fingerprint: text(),
	creationId: text(),
	isCompleted: integer,
	response: nullable(text()),
});

export type RequestStore = ReturnType<typeof createRequestStore>;

export function createRequestStore(sql: SqlStorage) {
	/**
	 * Start times by creation id. In memory, because a crash ends the requests too. If only the object restarts, two
	 * requests may run under one creation id, which create one resource.
	 */
	const running = new Map<string, number>();

	function claim({ names, fingerprints, creationId, now }: ClaimRequestInput): ClaimRequestResult {
		deleteExpired(now);
		const known = find(names);
		if (!known) return insert({ names, fingerprints, creationId, now });
		if (!fingerprints.includes(known.fingerprint)) return { kind: "reused" };
		if (known.response !== null) return { kind: "completed", response: known.response };
		if (known.isCompleted === 1) return claimed(known.creationId, "completed");
		const startedAt = running.get(known.creationId);
		if (startedAt !== undefined && now < startedAt + RUNNING_FOR_MS) {
			return { kind: "in_progress", retryAfterSeconds: RETRY_AFTER_SECONDS };
		}
		running.set(known.creationId, now);
		return claimed(known.creationId, "interrupted");
	}

	function insert({ names, fingerprints, creationId, now }: ClaimRequestInput): ClaimRequestResult {
		const [name] = names;
		const [fingerprint] = fingerprints;
		if (name === undefined || fingerprint === undefined)
			throw new Error("the current pepper is not configured");
		const { count } = sql.exec("SELECT COUNT(*) AS count FROM idempotent_requests").one();
		if (Number(count) >= MAX_REQUESTS) {
			const limit = { amount: MAX_REQUESTS, windowSeconds: RETENTION_MS / 1000 };
			const retryAfterSeconds = Math.ceil(((nextExpiryAt() ?? now) - now) / 1000);
			return { kind: "full", ...limit, retryAfterSeconds };
		}
		sql.exec(
			`INSERT INTO idempotent_requests (name, fingerprint, creation_id, is_completed, expires_at)
			VALUES (?, ?, ?, 0, ?)`,
			name,
			fingerprint,
			creationId,
			now + RETENTION_MS,
		);
		running.set(creationId, now);
		return claimed(creationId, "none");
	}

	function finish({ names, creationId, outcome, response }: FinishRequestInput): void {
		running.delete(creationId);
		const known = find(names);
		if (known?.creationId !== creationId || known.isCompleted === 1) return;
		if (outcome === "rejected") sql.exec("DELETE FROM idempotent_requests WHERE name = ?", known.name);
		if (outcome !== "succeeded") return;
		sql.exec(
			"UPDATE idempotent_requests SET is_completed = 1, response = ? WHERE name = ?",
			response ?? null,
			known.name,
		);
	}

	function find(names: readonly string[]) {
		const select = `SELECT ${columnsOf(storedRequest)} FROM idempotent_requests
			WHERE name IN (SELECT value FROM json_each(?))`;
		return rowsOf(storedRequest, sql.exec(select, JSON.stringify(names)))[0];
	}

	function nextExpiryAt(): number | null {
		return numberIn(sql.exec("SELECT MIN(expires_at) FROM idempotent_requests"));
	}

	function deleteExpired(now: number): void {
		sql.exec("DELETE FROM idempotent_requests WHERE expires_at <= ?", now);
	}

	function deleteAll(): void {
		running.clear();
		sql.exec("DELETE FROM idempotent_requests");
	}

	return { claim, finish, nextExpiryAt, deleteExpired, deleteAll };
}

function claimed(creationId: string, earlier: Creation["earlier"]): ClaimRequestResult {
	return { kind: "claimed", creationId, earlier };
}
