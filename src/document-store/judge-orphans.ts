/**
 * Decides when unreferenced documents may be removed (estates.md "Unreferenced documents"). Waits a day, because the
 * database may have been restored.
 */

const WAIT_MS = 86_400_000;
/** Interrupted uploads are rare, so more orphans have another cause. */
const MAX_ORPHANS = 10;
/** More than a tenth has another cause, unless it is a single orphan. */
const MIN_DOCUMENTS_PER_ORPHAN = 10;

export type OrphanCount = {
	seen: number;
	orphans: number;
	since: number | null;
};

export type OrphanJudgement =
	| { kind: "none" }
	/** Removable if all passes of a day agree. */
	| { kind: "waiting"; since: number }
	| { kind: "removable" }
	/** Too many, until an operator allows it. */
	| { kind: "held"; since: number };

export function judgeOrphans({ seen, orphans, since }: OrphanCount, now: number): OrphanJudgement {
	if (orphans === 0) return { kind: "none" };
	const share = Math.max(1, Math.floor(seen / MIN_DOCUMENTS_PER_ORPHAN));
	if (orphans > Math.min(MAX_ORPHANS, share) || orphans === seen)
		return { kind: "held", since: since ?? now };
	if (since === null || now - since < WAIT_MS) return { kind: "waiting", since: since ?? now };
	return { kind: "removable" };
}
