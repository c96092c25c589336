// webhooks.md "Retention".
// Endpoints with the first schema, which kept the accepted attempt outside of the delivery's row.
import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { webhookEndpointMigrations } from "../../../durable/webhook-endpoint/migrations/webhook-endpoint-migrations.ts";
import { eventually } from "../recovery/support.ts";
import { newEndpoint, newEvent, type TestEndpoint } from "./support.ts";

const DAY_MS = 86_400_000;
const [INITIAL = ""] = webhookEndpointMigrations;

/** Reverts the storage to the first schema, and fills it with rows of that time. */
async function revertSchema(endpoint: TestEndpoint, fill: (sql: SqlStorage) => void) {
	await runInDurableObject(endpoint.object, (_, { storage }) =>
		storage.transactionSync(() => {
			const { sql } = storage;
			sql.exec("DROP VIEW all_attempts");
			const kept = ["endpoint", "secrets"];
			const tables = ["deliveries", "attempts", "attempt_days", ...kept];
			for (const table of tables) sql.exec(`ALTER TABLE ${table} RENAME TO newer_${table}`);
			for (const index of ["due", "lost", "finished"]) sql.exec(`DROP INDEX deliveries_${index}`);
			sql.exec(INITIAL);
			for (const table of kept) sql.exec(`INSERT INTO ${table} SELECT * FROM newer_${table}`);
			for (const table of tables) sql.exec(`DROP TABLE newer_${table}`);
			sql.exec("UPDATE schema_version SET applied = 1");
			fill(sql);
		}),
	);
	await endpoint.evict();
}

type Row = { status?: string; leased_at?: number; due_at?: number; finished_at?: number; attempts?: number };

function addDelivery(sql: SqlStorage, row: Row) {
	const { eventId, type, body, createdAt } = newEvent();
	const { status = "waiting", attempts = 0, leased_at = null, due_at = null, finished_at = null } = row;
	const [made] = sql
		.exec(
			`INSERT INTO deliveries (event_id, type, sequence, body, history_hash, created_at, status, attempts, leased_at,
			due_at, finished_at) VALUES (?, ?, 1, ?, '0x22', ?, ?, ?, ?, ?, ?) RETURNING number`,
			...[eventId, type, body, createdAt, status, attempts, leased_at, due_at, finished_at],
		)
		.toArray();
	const number = Number(made?.number);
	return {
		eventId,
		attempt: (at: number, httpStatus: number, count: number) =>
			sql.exec("INSERT INTO attempts VALUES (?, ?, ?, 5, ?, NULL, 'said')", number, count, at, httpStatus),
	};
}

it("an endpoint of the first schema keeps its deliveries in every status, and their attempts", async () => {
	const endpoint = await newEndpoint();
	const now = Date.now();
	const ids: Record<string, string> = {};
	await revertSchema(endpoint, (sql) => {
		ids.due = addDelivery(sql, { due_at: now }).eventId;
		ids.leased = addDelivery(sql, { leased_at: now - 30_000, due_at: now - 10_000, attempts: 1 }).eventId;
		const delivered = addDelivery(sql, { status: "delivered", finished_at: now, attempts: 2 });
		delivered.attempt(now - 9_000, 500, 0);
		delivered.attempt(now - 4_000, 202, 1);
		ids.delivered = delivered.eventId;
		ids.old = addDelivery(sql, { status: "delivered", finished_at: now - 31 * DAY_MS }).eventId;
		ids.failed = addDelivery(sql, { status: "failed", finished_at: now, attempts: 10 }).eventId;
		ids.skipped = addDelivery(sql, { status: "skipped", finished_at: now }).eventId;
	});
	const event = newEvent();
	ids.fresh = event.eventId;
	await endpoint.enqueue(event);
	const shown = async () =>
		Object.fromEntries((await endpoint.deliveries()).map((delivery) => [delivery.eventId, delivery]));
	const statusOf = async (name: string) => (await shown())[ids[name] ?? ""]?.status;
	for (const name of ["fresh", "due", "leased"])
		await eventually(async () => (await statusOf(name)) === "delivered");
	await endpoint.alarmNow();
	await eventually(async () => (await statusOf("old")) === undefined);
	const before = await shown();
	expect(before[ids.leased ?? ""]?.attempts.map(({ error, httpStatus }) => error ?? httpStatus)).toEqual([
		"interrupted",
		200,
	]);
	expect(before[ids.delivered ?? ""]?.attempts.map(({ httpStatus }) => httpStatus)).toEqual([500, 202]);
	const receipts = async () => {
		const answer = await endpoint.object.receiptsOf({
			developerId: endpoint.developerId,
			eventIds: Object.values(ids),
		});
		return answer.kind === "receipts"
			? answer.receipts.map(({ eventId, httpStatus }) => `${eventId} ${httpStatus}`)
			: [];
	};
	expect(await receipts()).toEqual([
		`${ids.delivered} 202`,
		...["fresh", "due", "leased"].map(() => expect.stringContaining(" 200")),
	]);
	await endpoint.object.redeliver({ ...endpoint.owner(), eventId: ids.delivered ?? "" });
	await endpoint.object.recover({ ...endpoint.owner(), since: 0, dryRun: false });
	for (const name of ["delivered", "failed", "skipped"])
		await eventually(async () => (await statusOf(name)) === "delivered");
	const after = await shown();
	expect(after[ids.delivered ?? ""]?.attempts.map(({ httpStatus }) => httpStatus)).toEqual([500, 202, 200]);
	expect(await endpoint.received()).toHaveLength(6);
});
