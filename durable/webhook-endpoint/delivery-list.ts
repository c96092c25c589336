import { type Page, pageOfWalks, type Walk } from "../../src/kernel/paging/paging.ts";
import { WEBHOOK_EVENT_TYPES } from "../../src/protocol/enumerations.ts";
import { type Of, object, oneOf, text } from "../../src/protocol/form.ts";
import type { SignedEvent } from "../../src/webhooks/delivery/signing.ts";
import {
	DELIVERY_STATUSES,
	type DeliveryStatus,
	type DeliveryView,
} from "../../src/webhooks/endpoint/endpoint.ts";
import type { DeliveryReceipt } from "../../src/webhooks/endpoint/endpoint-messages.ts";
import { columnsOf, integer, integerOrNull, numberIn, rowsOf } from "../storage/rows.ts";
import { ATTEMPTS, storedAttempt } from "./delivery-attempts.ts";
import { REQUESTED_DUE_AT } from "./delivery-store.ts";

/** During an attempt, `nextAt` is its start. */
const COLUMNS = "number, event_id AS eventId, type, status, COALESCE(leased_at, due_at) AS nextAt";

/** One page reads no further, so it costs a few milliseconds however many deliveries an endpoint has. */
const MAX_WALKED_DELIVERIES = 1_000;

const storedDelivery = object({
	number: integer,
	eventId: text(),
	type: oneOf(...WEBHOOK_EVENT_TYPES),
	status: oneOf(...DELIVERY_STATUSES),
	nextAt: integerOrNull,
});
type StoredDelivery = Of<typeof storedDelivery>;

const receipt = object({ eventId: text(), deliveredAt: integer, httpStatus: integer });
const signedEvent = object({ eventId: text(), body: text() });

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
	): Walk<StoredDelivery, number> {
		const select = (source: string, ...bindings: number[]) =>
			rowsOf(
				storedDelivery,
				sql.exec(
					`SELECT ${COLUMNS} FROM ${source} number < ? ORDER BY number DESC LIMIT ?`,
					...bindings,
					before,
					limit + 1,
				),
			);
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
		const counted = sql.exec(
			`SELECT count(*) FROM
			(SELECT 1 FROM deliveries INDEXED BY deliveries_due WHERE due_at IS NOT NULL LIMIT ?)`,
			MAX_WALKED_DELIVERIES + 1,
		);
		return Number(numberIn(counted)) <= MAX_WALKED_DELIVERIES;
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
		const select = `SELECT ${COLUMNS} FROM deliveries WHERE event_id = ?`;
		const [found] = rowsOf(storedDelivery, sql.exec(select, eventId));
		return found && viewOf(found, now);
	}

	function findEvent(eventId: string): SignedEvent | undefined {
		const select = `SELECT ${columnsOf(signedEvent)} FROM deliveries WHERE event_id = ?`;
		return rowsOf(signedEvent, sql.exec(select, eventId))[0];
	}

	function viewOf({ number, nextAt, ...delivery }: StoredDelivery, now: number): DeliveryView {
		const attempts = sql.exec(`${ATTEMPTS} WHERE delivery = ? ORDER BY number`, number);
		return {
			...delivery,
			attempts: rowsOf(storedAttempt, attempts),
			nextAttemptAt: nextAt === REQUESTED_DUE_AT ? now : nextAt,
		};
	}

	/** In order of time. A redelivered event may have several. */
	function receiptsOf(eventIds: readonly string[]): DeliveryReceipt[] {
		const found = sql.exec(
			`SELECT event_id AS eventId, at + duration_ms AS deliveredAt, http_status AS httpStatus
			FROM deliveries JOIN all_attempts ON all_attempts.delivery = deliveries.number
			WHERE event_id IN (SELECT value FROM json_each(?)) AND error IS NULL AND http_status BETWEEN 200 AND 299
			ORDER BY deliveredAt, event_id`,
			JSON.stringify(eventIds),
		);
		return rowsOf(receipt, found);
	}

	return { page, find, findEvent, receiptsOf };
}
