/**
 * Rebuilds the copies of cases in D1 from their objects (recovery.md "One object per case"), as work of the
 * maintenance: `npm run reindex` asks for it.
 */
import { continueWalk, type MaintenanceJobs, type WalkOptions } from "../../maintenance/walk.ts";

/** Asks a case's object to write its copies anew. `unknown`: the index names a case that there is not. */
export type RewriteCopies = (caseId: string) => Promise<"rewritten" | "unknown">;

/**
 * Goes on with the oldest job, if there is one. A case whose object does not answer is counted and named in the
 * log; it holds up none of the others.
 * @param now unix milliseconds
 */
export async function continueReindex(
	now: number,
	jobs: MaintenanceJobs,
	rewriteCopies: RewriteCopies,
	options: WalkOptions = {},
): Promise<void> {
	const walk = {
		nameOf: (caseId: string) => ({ event: "reindex", caseId }),
		async visit(caseId: string) {
			if ((await rewriteCopies(caseId)) === "unknown") {
				throw new Error("the index names a case that there is not");
			}
		},
	};
	await continueWalk(now, jobs, walk, options);
}
