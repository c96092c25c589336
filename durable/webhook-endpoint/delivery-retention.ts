/** How long finished deliveries are kept. Synchronous; writes belong into a transaction. */

/** webhooks.md: "Retention of finished deliveries: 30 days." */
const RETENTION_MS = 30 * 86_400_000;
/** Deliveries that one housekeeping forgets at most; the next goes on. */
const FORGET_AT_ONCE = 500;

export type DeliveryRetention = ReturnType<typeof createDeliveryRetention>;

export function createDeliveryRetention(sql: SqlStorage) {
	/** When the oldest finished delivery may be forgotten; null where there is none. */
	function nextForgetAt(): number | null {
		const oldest = "SELECT MIN(finished_at) AS at FROM deliveries WHERE finished_at IS NOT NULL";
		const finished = sql.exec(oldest).one().at;
		return typeof finished === "number" ? finished + RETENTION_MS : null;
	}

	function forgetOld(now: number): void {
		const forgotten = sql
			.exec(
				`DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries
				WHERE finished_at <= ? ORDER BY finished_at LIMIT ${FORGET_AT_ONCE}) RETURNING number`,
				now - RETENTION_MS,
			)
			.toArray();
		for (const { number } of forgotten) sql.exec("DELETE FROM attempts WHERE delivery = ?", number ?? null);
	}

	return { nextForgetAt, forgetOld };
}
