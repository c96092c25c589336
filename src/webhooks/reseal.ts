/**
 * The rotation of the key-encryption key, as work of the maintenance (`npm run rotate-kek`): whatever holds a
 * seal is asked to seal it anew under the version in force. The job notes the oldest version that was answered:
 * in the first seconds after a new one was added, some place may not know it yet, and an operator who removes
 * the old one has to be told.
 */
import { continueWalk, type MaintenanceJobs, type WalkOptions } from "../maintenance/walk.ts";

/**
 * A document takes three calls, so one page of these and a run of `reindex` beside it stay below the thousand that
 * an invocation may make.
 */
const MAX_PAGES = 1;

/** Has what goes by this id sealed anew: an endpoint's secrets, a document. `keyVersion`: what it is under now. */
export type Reseal = (id: string) => Promise<{ kind: "resealed"; keyVersion: number } | { kind: "gone" }>;

/**
 * Goes on with the oldest job, if there is one. What cannot be sealed anew is counted and named in the log, stays
 * under the version that it has, and holds up none of the others. What was removed meanwhile has nothing left to
 * seal.
 * @param now unix milliseconds
 */
export async function continueReseal(
	now: number,
	jobs: MaintenanceJobs,
	reseal: Reseal,
	{ maxPages = MAX_PAGES, ...options }: WalkOptions = {},
): Promise<void> {
	const walk = {
		nameOf: (id: string) => ({ event: "reseal", id }),
		async visit(id: string) {
			const answer = await reseal(id);
			return answer.kind === "resealed" ? { keyVersion: answer.keyVersion } : {};
		},
	};
	await continueWalk(now, jobs, walk, { ...options, maxPages });
}
