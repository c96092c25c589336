/**
 * The job of `npm run export`: everything that the service stores, as sealed parts (archives.md "The export"). A part is
 * stored before the job advances, so an interrupted job stores its last part again, under the same name.
 */
import type { MaintenanceJob, MaintenanceJobs } from "../walk.ts";

/** Each takes five of an invocation's thousand calls. */
const MAX_STEPS = 100;

type ExportUnit = {
	/** What the part holds, such as `rows:developers:0` or `case:rc_…`. Absent for an object that is gone. */
	part?: { name: string; rows: number; bytes: Uint8Array };
	/** Where the stage continues. */
	after: string;
};

export type ExportStage = {
	name: string;
	/** null at the end of the stage. @param after empty at its beginning */
	next(after: string): Promise<ExportUnit | null>;
};

type ExportPorts = {
	jobs: Pick<MaintenanceJobs, "next" | "advance">;
	/** In the order of the export. */
	stages: () => Promise<readonly ExportStage[]>;
	store(jobId: string, index: number, part: NonNullable<ExportUnit["part"]>): Promise<void>;
	/** Writes the table of all parts. */
	finish(jobId: string): Promise<void>;
};

const SEPARATOR = " ";

/** @param now unix milliseconds */
export async function continueExport(
	now: number,
	{ jobs, stages, store, finish }: ExportPorts,
	maxSteps = MAX_STEPS,
): Promise<void> {
	let job = await jobs.next();
	if (!job) return;
	const all = await stages();
	for (let step = 0; job && step < maxSteps; step++) {
		const [name = "", after = ""] = job.position.split(SEPARATOR);
		const at = name === "" ? 0 : all.findIndex((stage) => stage.name === name);
		const stage = all[at];
		if (!stage) {
			if (name !== END) throw new Error(`the export stands at ${name}, which this build does not know`);
			await finish(job.jobId);
			await jobs.advance(job, job, now);
			return;
		}
		const unit = await stage.next(after);
		if (unit?.part) await store(job.jobId, job.done, unit.part);
		const reached: MaintenanceJob = {
			...job,
			position: unit ? `${stage.name}${SEPARATOR}${unit.after}` : (all[at + 1]?.name ?? END),
			done: job.done + (unit?.part ? 1 : 0),
		};
		job = (await jobs.advance(job, reached, null)) ? reached : undefined;
	}
}

/** The position behind the last stage. */
const END = "end";
