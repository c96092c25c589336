/** Deletes finished deliveries (webhooks.md "Retention"). Call inside a transaction. */

const RETENTION_MS = 30 * 86_400_000;
/** The next alarm deletes more. */
const MAX_DELETED_AT_ONCE = 500;

export function createDeliveryRetention(sql: SqlStorage) {
	function nextDeletionAt(): number | null {
		const oldest = "SELECT MIN(finished_at) AS at FROM deliveries WHERE finished_at IS NOT NULL";
		const finishedAt = sql.exec(oldest).one().at;
		return typeof finishedAt === "number" ? finishedAt + RETENTION_MS : null;
	}

	function deleteOld(now: number): void {
		const deleted = sql
			.exec(
				`DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries
				WHERE finished_at <= ? ORDER BY finished_at LIMIT ${MAX_DELETED_AT_ONCE}) RETURNING number`,
				now - RETENTION_MS,
			)
			.toArray();
		for (const { number } of deleted) sql.exec("DELETE FROM attempts WHERE delivery = ?", number ?? null);
	}

	return { nextDeletionAt, deleteOld };
}
