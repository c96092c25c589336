// recovery.md "Rebuilding the copies".
/** `npm run reindex` beside a running service; what the service does with the job is tested in the worker tier. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { executeSql } from "../../scripts/operator/database.ts";
import { environment, type Service, startService } from "../support/service/service.ts";

const root = join(import.meta.dirname, "../..");
const jobSchema = z.object({ job_id: z.string(), kind: z.literal("reindex"), done: z.literal(0) });

let stateDir: string;
let service: Service;
beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-reindex-"));
	service = await startService({ stateDir });
});
afterAll(async () => {
	await service?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

function reindex(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
	return new Promise((resolve) => {
		const options = { cwd: root, env: environment() };
		execFile("npm", ["run", "--silent", "reindex", "--", ...args], options, (error, stdout, stderr) => {
			resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
		});
	});
}

it("leaves a job to the running service", async () => {
	const { code, stdout, stderr } = await reindex("--state", stateDir, "--no-wait");
	expect([code, stderr]).toEqual([0, ""]);
	const [jobId] = /^job_[0-9a-f]{32}/.exec(stdout) ?? [];
	const [rows] = await executeSql({ kind: "local", stateDir }, ["SELECT * FROM maintenance_jobs"]);
	expect(rows).toHaveLength(1);
	expect(jobSchema.parse(rows?.[0]).job_id).toBe(jobId);
});

it.each([
	["a state that no service has", 1, "There is no service's state in", ["--state", "/nowhere/at/all"]],
	["an unknown option", 2, "Usage: npm run reindex", ["--force"]],
	["two places", 2, "Pass either --state or --remote", ["--state", "x", "--remote"]],
])("says what is wrong with %s", async (_, expected, message, args) => {
	const { code, stdout, stderr } = await reindex(...args);
	expect([code, stdout]).toEqual([expected, ""]);
	expect(stderr).toContain(message);
});
