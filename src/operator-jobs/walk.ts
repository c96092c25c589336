/** Visits every object for an operator's job, a few pages a minute. Visits must be idempotent. */

import { type LogEvent, log } from "../kernel/log.ts";
import { withTimeout } from "../kernel/time/with-timeout.ts";

const PAGE_SIZE = 100;

/** Pages per cron run, well below the limits of one invocation. */
const MAX_PAGES = 5;

export type MaintenanceJob = {
	jobId: string;
	/** Empty before the first visit. */
	position: string;
	done: number;
	failed: number;
	/** Only for a `reseal`. */
	keyVersion: number | null;
};

export type MaintenanceJobs = {
	next(): Promise<MaintenanceJob | undefined>;
	idsAfter(job: MaintenanceJob, limit: number): Promise<string[]>;
	/** Counts, after the walk, the objects that the job failed to change. Absent if nothing shows it. */
	left?(job: MaintenanceJob): Promise<number>;
	/** False if another run has advanced the job meanwhile. */
	advance(from: MaintenanceJob, to: MaintenanceJob, finishedAt: number | null): Promise<boolean>;
};

export type WalkOptions = { pageSize?: number; maxPages?: number };

const MAX_VISIT_MS = 10_000;

type Walk = {
	visit(id: string, job: MaintenanceJob): Promise<void>;
	nameOf(id: string): { event: LogEvent } & Record<string, string>;
};

/**
 * Continues the oldest job. Counts and logs objects that do not respond.
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

async function visit(id: string, job: MaintenanceJob, walk: Walk): Promise<boolean> {
	try {
		await withTimeout(walk.visit(id, job), MAX_VISIT_MS);
		return true;
	} catch (cause) {
		const { event, ...fields } = walk.nameOf(id);
		log.warn(event, { ...fields, cause: cause instanceof Error ? cause.message : cause });
		return false;
	}
}
