/**
 * The transactional outbox of a Durable Object (recovery.md "The outbox"). Entries for D1, KV or a queue are written
 * in the transaction of their change and stay until delivered. Deliveries must be idempotent: a claim only postpones
 * the due time, so a crash is the same as a failure.
 */
import { log } from "../../src/kernel/log.ts";
import { type Of, object, text } from "../../src/protocol/form.ts";
import { columnsOf, type Found, integer, numberIn, rowsOf } from "../storage/rows.ts";
import { backoffMs } from "./backoff.ts";

export const OUTBOX_SCHEMA = `
CREATE TABLE outbox (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	topic TEXT NOT NULL,
	key TEXT NOT NULL,
	payload TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	due_at INTEGER NOT NULL,
	UNIQUE (topic, key)
);
CREATE INDEX outbox_due ON outbox (due_at);
`;

/** A D1 batch and a queue batch both take a hundred. */
const ROUND_SIZE = 100;

const storedEntry = object({ id: integer, topic: text(), key: text(), payload: text(), attempts: integer });
const COLUMNS = columnsOf(storedEntry);

export type NewEntry = [topic: string, key: string, payload: string];

export type OutboxEntry = Of<typeof storedEntry>;

/**
 * Delivers the due entries of one topic. `"done"` removes them. `"sent"` retries them with back-off until
 * `Outbox.remove`.
 */
export type Deliver = (entries: OutboxEntry[]) => Promise<"done" | "sent">;

export type Outbox = ReturnType<typeof createOutbox>;

export type OutboxOptions = {
	/** Topics whose entries are delivered in the order of `add`, even after a failure. */
	inOrder?: readonly string[];
	/** Unix milliseconds. */
	now?: () => number;
};

/** @param sql the object's SQL storage; `OUTBOX_SCHEMA` has been applied before the first call */
export function createOutbox(sql: SqlStorage, { inOrder = [], now = () => Date.now() }: OutboxOptions = {}) {
	const nextAttemptAt = (attempts: number) => now() + backoffMs(attempts, Math.random());

	/** Call inside the transaction of the change. A second entry with the same topic and key replaces the first. */
	function add(topic: string, key: string, payload: string): void {
		sql.exec(
			"INSERT OR REPLACE INTO outbox (topic, key, payload, attempts, due_at) VALUES (?, ?, ?, 0, ?)",
			topic,
			key,
			payload,
			now(),
		);
	}

	/**
	 * Adds entries that are claimed already, which saves a read and further writes. Only for an empty outbox, because
	 * other entries may have to go first. Call inside the transaction of the change, and `deliver` them after it.
	 */
	function addFirst(added: readonly NewEntry[]): OutboxEntry[] {
		const dueAt = nextAttemptAt(1);
		const values = added.map(() => "(?, ?, ?, 1, ?)").join(", ");
		const rows = sql.exec(
			`INSERT INTO outbox (topic, key, payload, attempts, due_at) VALUES ${values}
			RETURNING ${COLUMNS}`,
			...added.flatMap((entry) => [...entry, dueAt]),
		);
		return rowsOf(storedEntry, rows);
	}

	function remove(topic: string, key: string): boolean {
		return sql.exec("DELETE FROM outbox WHERE topic = ? AND key = ?", topic, key).rowsWritten > 0;
	}

	/** Unix milliseconds; null if there is no entry. */
	function nextDueAt(): number | null {
		return numberIn(sql.exec("SELECT MIN(due_at) FROM outbox"));
	}

	function has(topic: string): boolean {
		return sql.exec("SELECT 1 FROM outbox WHERE topic = ? LIMIT 1", topic).toArray().length > 0;
	}

	/** Claims the due entries. If an ordered topic has a due entry, claims all its entries. */
	function claimDue(): OutboxEntry[] {
		return claim(
			sql.exec(
				`SELECT ${COLUMNS} FROM outbox
				WHERE due_at <= ?1 OR (
					topic IN (SELECT value FROM json_each(?2)) AND topic IN (SELECT topic FROM outbox WHERE due_at <= ?1)
				) ORDER BY id LIMIT ?3`,
				now(),
				JSON.stringify(inOrder),
				ROUND_SIZE,
			),
		);
	}

	/** Claims the entries of one topic, even if another delivery claimed them. */
	function claimAll(topic: string): OutboxEntry[] {
		const select = `SELECT ${COLUMNS} FROM outbox WHERE topic = ? ORDER BY id LIMIT ?`;
		return claim(sql.exec(select, topic, ROUND_SIZE));
	}

	function claim(found: Found): OutboxEntry[] {
		return rowsOf(storedEntry, found).map((entry) => {
			const attempts = entry.attempts + 1;
			sql.exec(
				"UPDATE outbox SET attempts = ?, due_at = ? WHERE id = ?",
				attempts,
				nextAttemptAt(attempts),
				entry.id,
			);
			return { ...entry, attempts };
		});
	}

	/**
	 * Delivers all due entries, topics concurrently. Never throws: a failed entry is due again later. Afterwards, call
	 * the returned function, which removes delivered entries, then set the alarm to `nextDueAt()`.
	 *
	 * @param first the result of `addFirst`, instead of the due entries
	 */
	function deliver(
		deliverByTopic: Record<string, Deliver>,
		first?: readonly OutboxEntry[],
	): Promise<() => void> {
		return deliverClaimed(() => first ?? claimDue(), deliverByTopic);
	}

	/** Like `deliver`, but for one topic and for entries that are not due yet. */
	function deliverNow(topic: string, deliverByTopic: Record<string, Deliver>): Promise<() => void> {
		return deliverClaimed(() => claimAll(topic), deliverByTopic);
	}

	async function deliverClaimed(
		claimEntries: () => readonly OutboxEntry[],
		deliverByTopic: Record<string, Deliver>,
	): Promise<() => void> {
		try {
			const byTopic = Map.groupBy(claimEntries(), (entry) => entry.topic);
			const delivered = await Promise.all(
				[...byTopic].map(([topic, entries]) => deliverTopic(topic, entries, deliverByTopic[topic])),
			);
			return () => {
				for (const { id } of delivered.flat()) sql.exec("DELETE FROM outbox WHERE id = ?", id);
			};
		} catch (cause) {
			logFailure("claim", [], cause);
			return () => {};
		}
	}

	return { add, addFirst, remove, has, nextDueAt, deliver, deliverNow };
}

/** @returns the entries to remove */
async function deliverTopic(
	topic: string,
	entries: OutboxEntry[],
	deliver: Deliver | undefined,
): Promise<OutboxEntry[]> {
	try {
		if (!deliver) throw new Error(`no delivery for outbox topic ${topic}`);
		return (await deliver(entries)) === "done" ? entries : [];
	} catch (cause) {
		logFailure(topic, entries, cause);
		return [];
	}
}

function logFailure(topic: string, entries: OutboxEntry[], cause: unknown): void {
	const keys = entries.map((entry) => entry.key);
	log.warn("outbox", { topic, keys, cause });
}
