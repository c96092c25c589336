/**
 * When documents that no row names may be removed. That no row names one says that an upload was cut off, or that the
 * database is not the one that belongs to the store: another one, an empty one, one that was restored. So the sweep
 * counts before it removes, waits a day in which somebody can see that, and never takes more than a few of many.
 * Pure; times are unix milliseconds.
 */

const WAIT_MS = 86_400_000;
/** Uploads that are cut off between the store and the database are rare: more than so many have another cause. */
const MAX_ORPHANS = 10;
/** And so has more than a tenth of all; a single one among others is too few to say. */
const MIN_DOCUMENTS_PER_ORPHAN = 10;

/** What one pass through all documents has found, of those that are old enough to be judged. */
export type OrphanCount = {
	/** Those that a row names included. */
	seen: number;
	orphans: number;
	/** When a pass first found some, of those one after the other that did. */
	since: number | null;
};

export type OrphanJudgement =
	| { kind: "none" }
	/** To be removed if the passes of a whole day say the same. */
	| { kind: "waiting"; since: number }
	| { kind: "removable" }
	/** Too many to have been cut off: nothing is removed without an operator's word. */
	| { kind: "held"; since: number };

export function judgeOrphans({ seen, orphans, since }: OrphanCount, now: number): OrphanJudgement {
	if (orphans === 0) return { kind: "none" };
	const share = Math.max(1, Math.floor(seen / MIN_DOCUMENTS_PER_ORPHAN));
	if (orphans > Math.min(MAX_ORPHANS, share) || orphans === seen)
		return { kind: "held", since: since ?? now };
	if (since === null || now - since < WAIT_MS) return { kind: "waiting", since: since ?? now };
	return { kind: "removable" };
}
