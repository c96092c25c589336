/**
 * The transactional outbox of a Durable Object: what has to reach D1, KV or a queue stands in the same
 * transaction as the change it tells of, and stays until it is known to have arrived.
 *
 * An entry is claimed by moving its due time ahead before it is worked on, so a crash in the middle is the
 * same as a failure: it becomes due again. Deliveries must therefore be idempotent.
 */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
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

/** How many entries one round works on: a D1 batch and a queue batch both take a hundred. */
const ROUND_SIZE = 100;

const entrySchema = lazy(() =>
	z.object({
		id: z.number(),
		topic: z.string(),
		key: z.string(),
		payload: z.string(),
		attempts: z.number(),
	}),
);

export type OutboxEntry = z.infer<ReturnType<typeof entrySchema>>;

/**
 * Delivers all entries of one topic. `"done"` forgets them; `"sent"` keeps them, to be sent again with
 * back-off until somebody calls `Outbox.remove`; a throw keeps them likewise.
 */
export type Deliver = (entries: OutboxEntry[]) => Promise<"done" | "sent">;

export type Outbox = ReturnType<typeof createOutbox>;

export type OutboxOptions = {
	/** Topics whose entries are delivered in the order in which they were added, also after a failure. */
	inOrder?: readonly string[];
	/** Unix milliseconds. */
	now?: () => number;
};

/** @param sql the object's SQL storage; `OUTBOX_SCHEMA` has been applied before the first call */
export function createOutbox(sql: SqlStorage, { inOrder = [], now = Date.now }: OutboxOptions = {}) {
	const nextAttemptAt = (attempts: number) => now() + backoffMs(attempts, Math.random());

	/**
	 * Call inside the transaction of the change. A second entry of the same topic and key replaces the first, under
	 * a new id, so that a delivery of the first that is still under way forgets nothing but itself.
	 */
	function add(topic: string, key: string, payload: string): void {
		sql.exec(
			"INSERT OR REPLACE INTO outbox (topic, key, payload, attempts, due_at) VALUES (?, ?, ?, 0, ?)",
			topic,
			key,
			payload,
			now(),
		);
	}

	/** Forgets an entry. Returns whether it was there. */
	function remove(topic: string, key: string): boolean {
		return sql.exec("DELETE FROM outbox WHERE topic = ? AND key = ?", topic, key).rowsWritten > 0;
	}

	/** When the next entry is due, in unix milliseconds; null when there is none. */
	function nextDueAt(): number | null {
		const due = sql.exec("SELECT MIN(due_at) AS due FROM outbox").one().due;
		return typeof due === "number" ? due : null;
	}

	/** What is due, and with the first due entry of a topic that keeps its order all that stand beside it. */
	function claimDue(): OutboxEntry[] {
		const rows = sql
			.exec(
				`SELECT id, topic, key, payload, attempts FROM outbox
				WHERE due_at <= ?1 OR (
					topic IN (SELECT value FROM json_each(?2)) AND topic IN (SELECT topic FROM outbox WHERE due_at <= ?1)
				) ORDER BY id LIMIT ?3`,
				now(),
				JSON.stringify(inOrder),
				ROUND_SIZE,
			)
			.toArray();
		return rows.map((row) => {
			const entry = entrySchema().parse(row);
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
	 * Delivers everything that is due, each topic beside the others. Never throws: what fails stays and is due
	 * again later. Call the answered function afterwards: it forgets what has arrived, a write that no caller has
	 * to wait for. Then arm the alarm at `nextDueAt()`.
	 */
	async function deliver(deliverByTopic: Record<string, Deliver>): Promise<() => void> {
		try {
			const byTopic = Map.groupBy(claimDue(), (entry) => entry.topic);
			const arrived = await Promise.all(
				[...byTopic].map(([topic, entries]) => deliverTopic(topic, entries, deliverByTopic[topic])),
			);
			return () => {
				for (const { id } of arrived.flat()) sql.exec("DELETE FROM outbox WHERE id = ?", id);
			};
		} catch (cause) {
			logFailure("claim", [], cause);
			return () => {};
		}
	}

	return { add, remove, nextDueAt, deliver };
}

/** The entries that may be forgotten. */
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
	console.warn(JSON.stringify({ level: "warn", event: "outbox", topic, keys, cause: String(cause) }));
}
