/**
 * Rebuilds the copies of cases in D1 from their objects (recovery.md "One object per case"): an operator asks
 * for it by a row in `maintenance_jobs`, and the cron handler works on it, some pages at a time, so that neither
 * the number of cases nor a restart in the middle matters. There is no way in from outside.
 */

/** Read in one query, and asked for beside each other. */
const PAGE_SIZE = 100;

/** Of one run: with the calls that an object makes for its copies, well below what one invocation may do. */
const MAX_PAGES = 5;

type ReindexJob = { jobId: string; position: string; done: number; failed: number };

export type ReindexJobs = {
	/** The oldest that is not finished. */
	next(): Promise<ReindexJob | undefined>;
	/** Ids of the cases that the index knows of, in order. */
	casesAfter(caseId: string, limit: number): Promise<string[]>;
	/** Notes how far it is. False where another run has been there meanwhile. */
	advance(from: ReindexJob, to: ReindexJob, finishedAt: number | null): Promise<boolean>;
};

/** Asks a case's object to write its copies anew. `unknown`: the index names a case that there is not. */
export type RewriteCopies = (caseId: string) => Promise<"rewritten" | "unknown">;

/**
 * Goes on with the oldest job, if there is one. A case whose object does not answer is counted and named in the
 * log; it holds up none of the others.
 * @param now unix milliseconds
 */
export async function continueReindex(
	now: number,
	jobs: ReindexJobs,
	rewriteCopies: RewriteCopies,
	{ pageSize = PAGE_SIZE, maxPages = MAX_PAGES } = {},
): Promise<void> {
	let job = await jobs.next();
	for (let page = 0; job && page < maxPages; page++) {
		const caseIds = await jobs.casesAfter(job.position, pageSize);
		const outcomes = await Promise.all(caseIds.map((caseId) => rewrite(caseId, rewriteCopies)));
		const failed = outcomes.filter((isDone) => !isDone).length;
		const reached: ReindexJob = {
			...job,
			position: caseIds.at(-1) ?? job.position,
			done: job.done + outcomes.length - failed,
			failed: job.failed + failed,
		};
		const isFinished = caseIds.length < pageSize;
		const isOurs = await jobs.advance(job, reached, isFinished ? now : null);
		job = isOurs && !isFinished ? reached : undefined;
	}
}

async function rewrite(caseId: string, rewriteCopies: RewriteCopies): Promise<boolean> {
	try {
		if ((await rewriteCopies(caseId)) === "rewritten") return true;
		warn(caseId, "the index names a case that there is not");
	} catch (cause) {
		warn(caseId, String(cause));
	}
	return false;
}

function warn(caseId: string, cause: string): void {
	console.warn(JSON.stringify({ level: "warn", event: "reindex", caseId, cause }));
}
