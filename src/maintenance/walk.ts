/**
 * Work on the whole of the data: an operator asks for it by a row in `maintenance_jobs` (`npm run reindex`,
 * `npm run rotate-kek`), and the cron handler goes through one object after the other, some pages at a time, so
 * that neither their number nor a restart in the middle matters. There is no way in from outside. What is done
 * to an object must be harmless when it is done again: a run that was cut off starts its page anew.
 */
import { inTime } from "../kernel/in-time.ts";

/** Read in one query, and asked for beside each other. */
const PAGE_SIZE = 100;

/** Of one run: with what the objects do in their turn, well below what one invocation may do. */
const MAX_PAGES = 5;

type MaintenanceJob = {
	jobId: string;
	/** The last id that is done with; empty before the first. */
	position: string;
	done: number;
	failed: number;
	/** Of a `reseal`: the version that it seals to; null otherwise. */
	keyVersion: number | null;
};

/** The jobs of one kind, and what they go through. */
export type MaintenanceJobs = {
	/** The oldest that is not finished. */
	next(): Promise<MaintenanceJob | undefined>;
	/** What comes after the job's position, in order. */
	idsAfter(job: MaintenanceJob, limit: number): Promise<string[]>;
	/** How many there are that the job should have done and that are not, counted at its end; where they show. */
	left?(job: MaintenanceJob): Promise<number>;
	/** Notes how far it is. False where another run has been there meanwhile. */
	advance(from: MaintenanceJob, to: MaintenanceJob, finishedAt: number | null): Promise<boolean>;
};

export type WalkOptions = { pageSize?: number; maxPages?: number };

/** Far above what an object takes that answers at all; one that hangs is counted as failed. */
const MAX_VISIT_MS = 10_000;

type Walk = {
	/** Rejects where the object could not be done. */
	visit(id: string, job: MaintenanceJob): Promise<void>;
	/** What a line of the log says of an object that could not be. */
	nameOf(id: string): { event: string } & Record<string, string>;
};

/**
 * Goes on with the oldest job, if there is one. An object that does not answer is counted and named in the log;
 * it holds up none of the others.
 * @param now unix milliseconds
 */
export async function continueWalk(
	now: number,
	jobs: MaintenanceJobs,
	walk: Walk,
	{ pageSize = PAGE_SIZE, maxPages = MAX_PAGES }: WalkOptions,
): Promise<void> {
	let next = await jobs.next();
	for (let page = 0; next && page < maxPages; page++) {
		const job = next;
		const { position, done, failed } = job;
		const ids = await jobs.idsAfter(job, pageSize);
		const isDone = await Promise.all(ids.map((id) => visit(id, job, walk)));
		const count = isDone.filter(Boolean).length;
		const isFinished = ids.length < pageSize;
		const left = isFinished ? await jobs.left?.(job) : undefined;
		const reached: MaintenanceJob = {
			...job,
			position: ids.at(-1) ?? position,
			done: done + count,
			failed: left ?? failed + ids.length - count,
		};
		const isOurs = await jobs.advance(job, reached, isFinished ? now : null);
		next = isOurs && !isFinished ? reached : undefined;
	}
}

/** Whether it could be done. */
async function visit(id: string, job: MaintenanceJob, walk: Walk): Promise<boolean> {
	try {
		await inTime(walk.visit(id, job), MAX_VISIT_MS);
		return true;
	} catch (cause) {
		const said = cause instanceof Error ? cause.message : String(cause);
		console.warn(JSON.stringify({ level: "warn", ...walk.nameOf(id), cause: said }));
		return false;
	}
}
