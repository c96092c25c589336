/** What release requests are looked for by: it follows from the state, while the phase follows from the time too. */
import type { ReleaseState } from "./release.ts";

export const RELEASE_STATUSES = ["open", "approved", "objected", "rejected"] as const;
export type ReleaseStatus = (typeof RELEASE_STATUSES)[number];

/** `approved` by two reviewers, also when the time to download has passed. */
export function releaseStatusOf({ ended, downloadableUntil }: ReleaseState): ReleaseStatus {
	return ended?.as ?? (downloadableUntil === null ? "open" : "approved");
}
