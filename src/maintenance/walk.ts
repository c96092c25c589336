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
	/** The oldest version that an object has answered; null where none of them has. */
	keyVersion: number | null;
};

/** The jobs of one kind, and what they go through. */
export type MaintenanceJobs = {
	/** The oldest that is not finished. */
	next(): Promise<MaintenanceJob | undefined>;
	/** In order. */
	idsAfter(position: string, limit: number): Promise<string[]>;
	/** Notes how far it is. False where another run has been there meanwhile. */
	advance(from: MaintenanceJob, to: MaintenanceJob, finishedAt: number | null): Promise<boolean>;
};

/** An object that was done; `keyVersion` is the version of the key-encryption key that it seals with. */
type Visited = { keyVersion?: number };

export type WalkOptions = { pageSize?: number; maxPages?: number };

/** Far above what an object takes that answers at all; one that hangs is counted as failed. */
const MAX_VISIT_MS = 10_000;

type Walk = {
	/** Rejects where the object could not be done. */
	visit(id: string): Promise<Visited>;
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
	let job = await jobs.next();
	for (let page = 0; job && page < maxPages; page++) {
		const ids = await jobs.idsAfter(job.position, pageSize);
		const visited = await Promise.all(ids.map((id) => visit(id, walk)));
		const done = visited.filter((one) => one !== undefined);
		const versions = [job, ...done].map((one) => one.keyVersion ?? null).filter((one) => one !== null);
		const reached: MaintenanceJob = {
			...job,
			position: ids.at(-1) ?? job.position,
			done: job.done + done.length,
			failed: job.failed + ids.length - done.length,
			keyVersion: versions.length > 0 ? Math.min(...versions) : null,
		};
		const isFinished = ids.length < pageSize;
		const isOurs = await jobs.advance(job, reached, isFinished ? now : null);
		job = isOurs && !isFinished ? reached : undefined;
	}
}

async function visit(id: string, walk: Walk): Promise<Visited | undefined> {
	try {
		return await inTime(walk.visit(id), MAX_VISIT_MS);
	} catch (cause) {
		const said = cause instanceof Error ? cause.message : String(cause);
		console.warn(JSON.stringify({ level: "warn", ...walk.nameOf(id), cause: said }));
		return undefined;
	}
}
