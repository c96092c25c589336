/** The maintenance job of `npm run reindex`: rebuilds D1 copies of cases. */
import { continueWalk, type MaintenanceJobs, type WalkOptions } from "../../operator-jobs/walk.ts";

/** `unknown`: the index names a case that does not exist. */
export type RewriteCopies = (caseId: string) => Promise<"rewritten" | "unknown">;

/**
 * Continues the oldest job. Counts and logs cases that do not respond.
 * @param now unix milliseconds
 */
export async function continueReindex(
	now: number,
	jobs: MaintenanceJobs,
	rewriteCopies: RewriteCopies,
	options: WalkOptions = {},
): Promise<void> {
	const walk = {
		nameOf: (caseId: string) => ({ event: "reindex" as const, caseId }),
		async visit(caseId: string) {
			if ((await rewriteCopies(caseId)) === "unknown") {
				throw new Error("the index names a case that does not exist");
			}
		},
	};
	await continueWalk(now, jobs, walk, options);
}
