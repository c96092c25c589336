/** Deletes links after their retention, and at once what ended links were prefilled with. */
import type { LinkRows } from "./hosted-links.d1.ts";

/** Counted from the end of a link. */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_SWEPT_AT_ONCE = 1000;

export function sweepLinks(now: number, rows: Pick<LinkRows, "sweep">): Promise<number> {
	return rows.sweep({ now, before: now - RETENTION_MS, limit: MAX_SWEPT_AT_ONCE });
}
