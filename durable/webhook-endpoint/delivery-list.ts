import * as z from "zod";
import { type Infer, lazy } from "../../src/kernel/once.ts";
import { type Page, pageOfWalks, type Walk } from "../../src/kernel/paging/paging.ts";
import { WEBHOOK_EVENT_TYPES } from "../../src/protocol/enumerations.ts";
import type { SignedEvent } from "../../src/webhooks/delivery/signing.ts";
import {
	DELIVERY_STATUSES,
	type DeliveryStatus,
	type DeliveryView,
} from "../../src/webhooks/endpoint/endpoint.ts";
import type { DeliveryReceipt } from "../../src/webhooks/endpoint/endpoint-messages.ts";
import { attemptRow } from "./delivery-attempts.ts";
import { REQUESTED_DUE_AT } from "./delivery-store.ts";

/** During an attempt, `next_at` is its start. */
const COLUMNS = "number, event_id, type, status, COALESCE(leased_at, due_at) AS next_at";

/** One page reads no further, so it costs a few milliseconds however many deliveries an endpoint has. */
const MAX_WALKED_DELIVERIES = 1_000;

const deliveryRow = lazy(() =>
	z.object({
		number: z.int(),
		event_id: z.string(),
		type: z.enum(WEBHOOK_EVENT_TYPES),
		status: z.enum(DELIVERY_STATUSES),
		next_at: z.int().nullable(),
	}),
);
type DeliveryRow = Infer<typeof deliveryRow>;

const receiptRow = lazy(() =>
	z
		.object({ event_id: z.string(), delivered_at: z.int(), http_status: z.int() })
		.transform(({ event_id, delivered_at, http_status }) => ({
			eventId: event_id,
			deliveredAt: delivered_at,
			httpStatus: http_status,
		})),
);

const eventRow = lazy(() =>
	z
		.object({ event_id: z.string(), body: z.string() })
		.transform(({ event_id, body }): SignedEvent => ({ eventId: event_id, body })),
);

export type DeliveryList = ReturnType<typeof createDeliveryList>;

export function createDeliveryList(sql: SqlStorage) {
	/**
	 * Newest first. A page may be short or empty although the list goes on.
	 * @param before the number of the previous page's last delivery
	 */
	function page(
		status: DeliveryStatus | undefined,
		before: number,
		limit: number,
		now: number,
	): Page<DeliveryView, number> {
		const { rows, next } = pageOfWalks([walk(status, before, limit)], limit, {
			keyOf: ({ number }) => number,
			compare: (a, b) => b - a,
		});
		return { rows: rows.map((row) => viewOf(row, now)), next };
	}

	function walk(
		status: DeliveryStatus | undefined,
		before: number,
		limit: number,
	): Walk<DeliveryRow, number> {
		const select = (source: string, ...bindings: number[]) =>
			sql
				.exec(
					`SELECT ${COLUMNS} FROM ${source} number < ? ORDER BY number DESC LIMIT ?`,
					...bindings,
					before,
					limit + 1,
				)
				.toArray()
				.map((row) => deliveryRow().parse(row));
		switch (status) {
			case undefined:
				return { rows: select("deliveries WHERE"), end: undefined };
			case "failed":
			case "skipped":
				// The condition of the partial index comes first.
				return {
					rows: select(`deliveries WHERE status IN ('failed', 'skipped') AND status = '${status}' AND`),
					end: undefined,
				};
			case "waiting":
				if (areWaitingFew())
					return {
						rows: select("deliveries INDEXED BY deliveries_due WHERE due_at IS NOT NULL AND"),
						end: undefined,
					};
		}
		const end = endOfWalk(before);
		return { rows: select(`deliveries WHERE status = '${status}' AND number >= ? AND`, end ?? 0), end };
	}

	/** Their index is ordered by time, so a page of them sorts them all. */
	function areWaitingFew(): boolean {
		const { waiting } = sql
			.exec<{ waiting: number }>(
				`SELECT count(*) AS waiting FROM
				(SELECT 1 FROM deliveries INDEXED BY deliveries_due WHERE due_at IS NOT NULL LIMIT ?)`,
				MAX_WALKED_DELIVERIES + 1,
			)
			.one();
		return waiting <= MAX_WALKED_DELIVERIES;
	}

	/** The number of the last delivery that a page may read; undefined if the list ends before. */
	function endOfWalk(before: number): number | undefined {
		const [last, next] = sql
			.exec<{ number: number }>(
				"SELECT number FROM deliveries WHERE number < ? ORDER BY number DESC LIMIT 2 OFFSET ?",
				before,
				MAX_WALKED_DELIVERIES - 1,
			)
			.toArray();
		return next && last?.number;
	}

	function find(eventId: string, now: number): DeliveryView | undefined {
		const [row] = sql.exec(`SELECT ${COLUMNS} FROM deliveries WHERE event_id = ?`, eventId).toArray();
		return row && viewOf(deliveryRow().parse(row), now);
	}

	function findEvent(eventId: string): SignedEvent | undefined {
		const select = "SELECT event_id, body FROM deliveries WHERE event_id = ?";
		const [row] = sql.exec(select, eventId).toArray();
		return row && eventRow().parse(row);
	}

	function viewOf(row: DeliveryRow, now: number): DeliveryView {
		const attempts = sql
			.exec("SELECT * FROM all_attempts WHERE delivery = ? ORDER BY number", row.number)
			.toArray();
		return {
			eventId: row.event_id,
			type: row.type,
			status: row.status,
			attempts: attempts.map((attempt) => attemptRow().parse(attempt)),
			nextAttemptAt: row.next_at === REQUESTED_DUE_AT ? now : row.next_at,
		};
	}

	/** In order of time. A redelivered event may have several. */
	function receiptsOf(eventIds: readonly string[]): DeliveryReceipt[] {
		return sql
			.exec(
				`SELECT event_id, at + duration_ms AS delivered_at, http_status
				FROM deliveries JOIN all_attempts ON all_attempts.delivery = deliveries.number
				WHERE event_id IN (SELECT value FROM json_each(?)) AND error IS NULL AND http_status BETWEEN 200 AND 299
				ORDER BY delivered_at, event_id`,
				JSON.stringify(eventIds),
			)
			.toArray()
			.map((row) => receiptRow().parse(row));
	}

	return { page, find, findEvent, receiptsOf };
}
