/**
 * The rotation of the key-encryption key, as work of the maintenance (`npm run rotate-kek`): whatever holds a
 * seal is asked to seal it anew under the version in force. The job notes the oldest version that was answered:
 * in the first seconds after a new one was added, some place may not know it yet, and an operator who removes
 * the old one has to be told.
 */
import { continueWalk, type MaintenanceJobs, type WalkOptions } from "../maintenance/walk.ts";

/** One of these and one of `reindex` in the same run stay below what an invocation may do. */
const MAX_PAGES = 3;

/** Asks an endpoint's object. `keyVersion`: what its secrets are under now. */
export type ResealEndpoint = (
	endpointId: string,
) => Promise<{ kind: "resealed"; keyVersion: number } | { kind: "gone" }>;

/**
 * Goes on with the oldest job, if there is one. What cannot be sealed anew is counted and named in the log, stays
 * under the version that it has, and holds up none of the others. An endpoint that was removed meanwhile has
 * nothing left to seal.
 * @param now unix milliseconds
 */
export async function continueReseal(
	now: number,
	jobs: MaintenanceJobs,
	resealEndpoint: ResealEndpoint,
	{ maxPages = MAX_PAGES, ...options }: WalkOptions = {},
): Promise<void> {
	const walk = {
		nameOf: (id: string) => ({ event: "reseal", id }),
		async visit(id: string) {
			const answer = await resealEndpoint(id);
			return answer.kind === "resealed" ? { keyVersion: answer.keyVersion } : {};
		},
	};
	await continueWalk(now, jobs, walk, { ...options, maxPages });
}
