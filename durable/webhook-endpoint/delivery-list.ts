/** An endpoint's deliveries as their owner sees them. Reads only. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { EVENT_TYPES } from "../../src/recovery/case/case-state.ts";
import {
	DELIVERY_STATUSES,
	type DeliveryStatus,
	type DeliveryView,
} from "../../src/webhooks/endpoint/endpoint.ts";
import { attemptRow } from "./delivery-attempts.ts";
import { DUE_FIRST } from "./delivery-store.ts";

/** While an attempt is under way, the next is when that began. */
const COLUMNS = "number, event_id, type, status, COALESCE(leased_at, due_at) AS next_at";

/** In the words of the indexes; most deliveries are delivered, so those are found by going back over all. */
const SOURCES: Record<DeliveryStatus, string> = {
	waiting: "deliveries INDEXED BY deliveries_due WHERE due_at IS NOT NULL AND",
	delivered: "deliveries WHERE status = 'delivered' AND",
	failed: "deliveries WHERE status IN ('failed', 'skipped') AND status = 'failed' AND",
	skipped: "deliveries WHERE status IN ('failed', 'skipped') AND status = 'skipped' AND",
};

const deliveryRow = lazy(() =>
	z.object({
		number: z.int(),
		event_id: z.string(),
		type: z.enum(EVENT_TYPES),
		status: z.enum(DELIVERY_STATUSES),
		next_at: z.int().nullable(),
	}),
);
type DeliveryRow = z.infer<ReturnType<typeof deliveryRow>>;

export type DeliveryList = ReturnType<typeof createDeliveryList>;

export function createDeliveryList(sql: SqlStorage) {
	/** Newest first. */
	function page(
		status: DeliveryStatus | undefined,
		before: number,
		limit: number,
		now: number,
	): { deliveries: DeliveryView[]; next: number | null } {
		const found = sql.exec(
			`SELECT ${COLUMNS} FROM ${status ? SOURCES[status] : "deliveries WHERE"} number < ? ORDER BY number DESC LIMIT ?`,
			before,
			limit + 1,
		);
		const rows = found.toArray().map((row) => deliveryRow().parse(row));
		const shown = rows.slice(0, limit);
		const deliveries = shown.map((row) => viewOf(row, now));
		return { deliveries, next: rows.length > limit ? (shown.at(-1)?.number ?? null) : null };
	}

	function find(eventId: string): DeliveryRow | undefined {
		const found = sql.exec(`SELECT ${COLUMNS} FROM deliveries WHERE event_id = ?`, eventId);
		const [row] = found.toArray();
		return row && deliveryRow().parse(row);
	}

	/** One delivery, if the event is known. */
	function view(eventId: string, now: number): DeliveryView | undefined {
		const row = find(eventId);
		return row && viewOf(row, now);
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
			// What its owner asked for is due since ever.
			nextAttemptAt: row.next_at === DUE_FIRST ? now : row.next_at,
		};
	}

	return { page, view };
}
