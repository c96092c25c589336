/**
 * Shared by the operator's maintenance commands: they insert a job into the database, which the service processes at
 * some hundred objects a minute, and show its progress.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as z from "zod";
import { runCommand } from "../command.ts";
import { executeSql, sqlText } from "./database.ts";
import { TARGET_OPTIONS, TARGET_USAGE, type Target, targetOf } from "./options.ts";

const POLL_MS = 5_000;
/** The service looks for jobs once a minute. */
const STALLED_AFTER_MS = 150_000;

const jobRow = z.object({
	done: z.number(),
	failed: z.number(),
	key_version: z.number().nullable(),
	finished_at: z.number().nullable(),
});
type Job = z.infer<typeof jobRow>;

export type MaintenanceCommand = {
	/** The npm script. */
	name: string;
	kind: "reindex" | "reseal" | "export";
	/** The name of its objects, as in `5 cases so far`. */
	things: string;
	/** More lines of the usage. */
	usage?: string;
	/** The lines to print for a finished job. */
	report(job: { jobId: string; done: number; failed: number; keyVersion: number | null }): string[];
};

const say = (line: string) => process.stdout.write(`${line}\n`);

const usageOf = ({
	name,
	usage = "",
}: MaintenanceCommand) => `Usage: npm run ${name} -- [--state DIR | --remote] [--no-wait]

${TARGET_USAGE}
  --no-wait    exit without watching the job${usage}`;

/** Exits with 1 also if part of the job failed. */
export function runMaintenanceCommand(command: MaintenanceCommand): Promise<void> {
	return runCommand(usageOf(command), parseOptions, async ({ target, waits }) => {
		const jobId = await request(target, command);
		say(`${jobId} is requested. The service starts it within a minute.`);
		if (waits && (await watch(target, jobId, command)) > 0) process.exitCode = 1;
		return undefined;
	});
}

function parseOptions(args: string[]): { target: Target; waits: boolean } {
	const { values } = parseArgs({
		args,
		options: { ...TARGET_OPTIONS, "no-wait": { type: "boolean", default: false } },
	});
	return { target: targetOf(values), waits: !values["no-wait"] };
}

async function request(target: Target, { kind }: MaintenanceCommand): Promise<string> {
	const jobId = `job_${randomUUID().replaceAll("-", "")}`;
	await executeSql(target, [
		`INSERT INTO maintenance_jobs (job_id, kind, requested_at) VALUES (${sqlText(jobId)}, ${sqlText(kind)}, ${Date.now()})`,
	]);
	return jobId;
}

async function readJob(target: Target, jobId: string): Promise<Job> {
	const [rows] = await executeSql(target, [
		`SELECT done, failed, key_version, finished_at FROM maintenance_jobs WHERE job_id = ${sqlText(jobId)}`,
	]);
	return jobRow.parse(rows?.[0]);
}

/**
 * Shows progress until the job is finished.
 * @returns the number of failed objects
 */
async function watch(target: Target, jobId: string, command: MaintenanceCommand): Promise<number> {
	let seen = -1;
	let movedAt = Date.now();
	for (;;) {
		const { done, failed, key_version: keyVersion, finished_at } = await readJob(target, jobId);
		if (finished_at !== null) {
			for (const line of command.report({ jobId, done, failed, keyVersion })) say(line);
			return failed;
		}
		if (done + failed !== seen) {
			seen = done + failed;
			movedAt = Date.now();
			say(`${seen} ${command.things} so far …`);
		}
		if (Date.now() - movedAt > STALLED_AFTER_MS) {
			throw new Error(
				"No progress for some minutes. Check that the service runs; the job continues when it does.",
			);
		}
		await pause(POLL_MS);
	}
}
