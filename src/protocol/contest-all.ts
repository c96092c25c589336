/** What a contest of all cases does to a case (recovery.md "Contests of all cases"). Pure. */

/** Long enough that the signers of a contract wallet can all sign. */
export const MAX_CONTEST_DEADLINE_SECONDS = 24 * 3600;

const SECOND_MS = 1000;
const DAY_MS = 24 * 3600 * SECOND_MS;

/** How long a contest covers new cases. */
export const STANDING_MS = 30 * DAY_MS;

/** For an account on a chain, because each contest lists the open cases again. */
export const PACE = { contests: 4, withinMs: 3600 * SECOND_MS };

/**
 * `contests`: as a contest of this case. `halts`: the case is newer than the contest, which never closes it. The rule
 * of the deadline lets nobody who holds an old message claim that it was accepted later.
 *
 * @param createdAt of the case, in unix milliseconds
 */
export function judgeContestAll(
	{ acceptedAt, deadline }: { acceptedAt: number; deadline: number },
	createdAt: number,
): "contests" | "halts" | "none" {
	if (Math.floor(acceptedAt / SECOND_MS) > deadline) return "none";
	if (createdAt < acceptedAt) return "contests";
	return createdAt < acceptedAt + STANDING_MS ? "halts" : "none";
}
