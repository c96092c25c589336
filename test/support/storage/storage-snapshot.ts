/**
 * Snapshots of everything that the service has stored, to compare before and after rejected requests: each table of
 * D1, KV, the keys of documents, and the tables and alarm of each Account, RecoveryCase and WebhookEndpoint object.
 *
 * Left out, because rejections are recorded there: `audit_events`, the LoginGuard objects, which count failed
 * logins, and the times when a credential was last used.
 */
import {
	evictDurableObject,
	listDurableObjectIds,
	runDurableObjectAlarm,
	runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";

const NOT_COMPARED = ["audit_events", "d1_migrations", "sqlite_sequence"];
const TIMES_OF_USE = ["last_used_at", "last_seen_at"];
const OBJECTS = ["ACCOUNTS", "RECOVERY_CASES", "WEBHOOK_ENDPOINTS"] as const;

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
	AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;

/** Rows as text, by the name of their table or store. */
export type Snapshot = Record<string, string[]>;

/** Fills all budgets, because they refill by themselves between two snapshots. */
export async function fillBudgets(): Promise<void> {
	for (const id of await listDurableObjectIds(env.ACCOUNTS)) {
		const stub = env.ACCOUNTS.get(id);
		const hasFilled = await runInDurableObject(stub, (_, { storage: { sql } }) => {
			const tables = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'origin_uses'").toArray();
			return tables.length > 0 && sql.exec("DELETE FROM origin_uses").rowsWritten > 0;
		});
		if (!hasFilled) continue;
		// The object counts in memory, too.
		await evictDurableObject(stub);
		await runDurableObjectAlarm(stub);
	}
}

export async function takeSnapshot(): Promise<Snapshot> {
	const [database, keyValue, documents, ...objects] = await Promise.all([
		snapshotOfD1(),
		snapshotOfKv(),
		snapshotOfR2(),
		...OBJECTS.map(snapshotOfObjects),
	]);
	return Object.assign({}, database, keyValue, documents, ...objects);
}

async function snapshotOfD1(): Promise<Snapshot> {
	const { results } = await env.DB.prepare(TABLES).all<{ name: string }>();
	const names = results.map(({ name }) => name).filter((name) => !NOT_COMPARED.includes(name));
	const rows = await env.DB.batch<Row>(names.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)));
	return Object.fromEntries(names.map((name, at) => [`D1 ${name}`, asTexts(rows[at]?.results ?? [])]));
}

async function snapshotOfKv(): Promise<Snapshot> {
	const { keys } = await env.API_KEYS.list();
	const values = await Promise.all(keys.map(({ name }) => env.API_KEYS.get(name)));
	return { KV: keys.map((key, at) => JSON.stringify([key, values[at]])) };
}

async function snapshotOfR2(): Promise<Snapshot> {
	const { objects } = await env.DOCUMENTS.list();
	return { R2: objects.map(({ key, etag }) => `${key} ${etag}`) };
}

async function snapshotOfObjects(binding: (typeof OBJECTS)[number]): Promise<Snapshot> {
	const namespace: DurableObjectNamespace = env[binding];
	const ids = await listDurableObjectIds(namespace);
	const snapshots = ids.map((id) =>
		runInDurableObject(namespace.get(id), async (_, { storage }): Promise<Snapshot> => {
			const names = storage.sql
				.exec<{ name: string }>(TABLES)
				.toArray()
				.map(({ name }) => name);
			const tables = names.map((name): [string, string[]] => [
				`${binding} ${id} ${name}`,
				asTexts(storage.sql.exec(`SELECT * FROM ${name}`).toArray()),
			]);
			const alarm = await storage.getAlarm();
			// An object that was called but never written to has no tables.
			return Object.fromEntries(
				alarm === null ? tables : [...tables, [`${binding} ${id} alarm`, [String(alarm)]]],
			);
		}),
	);
	return Object.assign({}, ...(await Promise.all(snapshots)));
}

type Row = Record<string, unknown>;

function asTexts(rows: Row[]): string[] {
	return rows
		.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !TIMES_OF_USE.includes(name))))
		.sort();
}

/**
 * Waits until background work (outbox, queue, alarms) has ended.
 * @returns the snapshot of the final state
 */
export async function settledSnapshot(): Promise<Snapshot> {
	let before = await takeSnapshot();
	for (let attempt = 0; attempt < 100; attempt++) {
		await scheduler.wait(150);
		const now = await takeSnapshot();
		const atRest = !Object.entries(now).some(([place, rows]) => place.endsWith(" outbox") && rows.length > 0);
		if (atRest && JSON.stringify(now) === JSON.stringify(before)) return now;
		before = now;
	}
	throw new Error("The storage kept changing.");
}

/** The rows that are in only one of the snapshots, a line each. */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
	const lost = rowsOnlyIn(before, after).map((row) => `- ${row}`);
	return [...lost, ...rowsOnlyIn(after, before).map((row) => `+ ${row}`)];
}

function rowsOnlyIn(one: Snapshot, other: Snapshot): string[] {
	return Object.entries(one).flatMap(([place, rows]) =>
		rows.filter((row) => !other[place]?.includes(row)).map((row) => `${place}: ${row}`),
	);
}
