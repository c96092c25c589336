/**
 * `npm run reindex`: has the copies of every case in D1 written anew from the cases' objects, which are the
 * truth. It leaves a job in the database; the service works on it, some hundred cases a minute.
 */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import * as z from "zod";
import { executeSql, sqlText } from "./operator/database.ts";
import { TARGET_USAGE, type Target } from "./operator/options.ts";

const USAGE = `Usage: npm run reindex -- [--state DIR | --remote] [--no-wait]

${TARGET_USAGE}
  --no-wait    leave the job to the service and do not watch it`;

const POLL_MS = 5_000;
/** The service looks for work once a minute. */
const STALLED_AFTER_MS = 150_000;

const jobRow = z.object({ done: z.number(), failed: z.number(), finished_at: z.number().nullable() });
type Job = z.infer<typeof jobRow>;

const say = (line: string) => process.stdout.write(`${line}\n`);

function parseOptions(args: string[]): { target: Target; waits: boolean } | undefined {
	const { values } = parseArgs({
		args,
		options: {
			state: { type: "string" },
			remote: { type: "boolean", default: false },
			"no-wait": { type: "boolean", default: false },
			help: { type: "boolean", short: "h", default: false },
		},
	});
	if (values.help) return undefined;
	if (values.remote && values.state !== undefined) throw new Error("Give either --state or --remote");
	if (values.state === "") throw new Error("--state takes a directory");
	const target: Target = values.remote
		? { kind: "remote" }
		: { kind: "local", stateDir: values.state ?? ".wrangler/state" };
	return { target, waits: !values["no-wait"] };
}

async function requestReindex(target: Target): Promise<string> {
	const jobId = `job_${randomUUID().replaceAll("-", "")}`;
	await executeSql(target, [
		`INSERT INTO maintenance_jobs (job_id, kind, requested_at) VALUES (${sqlText(jobId)}, 'reindex', ${Date.now()})`,
	]);
	return jobId;
}

async function readJob(target: Target, jobId: string): Promise<Job> {
	const [rows] = await executeSql(target, [
		`SELECT done, failed, finished_at FROM maintenance_jobs WHERE job_id = ${sqlText(jobId)}`,
	]);
	return jobRow.parse(rows?.[0]);
}

/** Shows progress until the job is finished. @returns how many cases could not be written */
async function watch(target: Target, jobId: string): Promise<number> {
	let seen = -1;
	let movedAt = Date.now();
	for (;;) {
		const { done, failed, finished_at } = await readJob(target, jobId);
		if (finished_at !== null) {
			say(`Done: the copies of ${done} cases were written anew.`);
			if (failed > 0) say(`${failed} could not be; the service's log names them (event "reindex").`);
			return failed;
		}
		if (done + failed !== seen) {
			seen = done + failed;
			movedAt = Date.now();
			say(`${seen} cases so far …`);
		}
		if (Date.now() - movedAt > STALLED_AFTER_MS) {
			throw new Error(
				"Nothing has moved for some minutes: does the service run? The job stays and goes on when it does.",
			);
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

async function main(): Promise<number> {
	let options: ReturnType<typeof parseOptions>;
	try {
		options = parseOptions(process.argv.slice(2));
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
		return 2;
	}
	if (options === undefined) {
		say(USAGE);
		return 0;
	}
	try {
		const jobId = await requestReindex(options.target);
		say(`${jobId} is on its way: the service takes it up within a minute.`);
		return options.waits && (await watch(options.target, jobId)) > 0 ? 1 : 0;
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n`);
		return 1;
	}
}

process.exitCode = await main();
