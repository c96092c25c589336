/** Which events an endpoint has accepted, as far as its attempts are still on record. Reads only. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import type { DeliveryReceipt } from "../../src/webhooks/endpoint/endpoint-messages.ts";

const receiptRow = lazy(() =>
	z
		.object({ event_id: z.string(), delivered_at: z.int(), http_status: z.int() })
		.transform(({ event_id, delivered_at, http_status }) => ({
			eventId: event_id,
			deliveredAt: delivered_at,
			httpStatus: http_status,
		})),
);

/** In the order in which they were accepted; an event that was sent again may have several. */
export function deliveryReceipts(sql: SqlStorage, eventIds: readonly string[]): DeliveryReceipt[] {
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
