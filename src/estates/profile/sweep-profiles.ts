/** Removes bare profiles that nobody reads any more (estates.md "What a read stores"). */
import type { ProfileViewRows } from "./profile-views.d1.ts";

const DAY_MS = 86_400_000;
/** A read is noted once a day at most, so the last read may be a day younger than its note. */
const RETENTION_MS = 91 * DAY_MS;
const MAX_REMOVED_AT_ONCE = 1000;

export function sweepUnreadProfiles(
	now: number,
	rows: Pick<ProfileViewRows, "removeUnread">,
): Promise<number> {
	return rows.removeUnread(now - RETENTION_MS, MAX_REMOVED_AT_ONCE);
}
