/** `npm run reindex` and the cron handler's work on its job (recovery.md "Rebuilding the copies"). */
import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { continueReindex } from "../../../src/recovery/case/reindex.ts";
import { reindexJobsIn } from "../../../src/recovery/case/reindex-jobs.d1.ts";
import worker from "../../../src/worker.ts";
import { newIntent, owner } from "../../support/signing/signing.ts";
import { caseObject, close, eventsOf, eventually, newPartner, type Partner } from "./support.ts";

const NOW = 1_800_000_000_000;
const caseIds: string[] = [];
let partner: Partner;

const stored = (caseId: string) =>
	env.DB.prepare("SELECT * FROM recovery_cases WHERE case_id = ?").bind(caseId).first();
/** Without the place among the changes, because a rebuild is a change. */
const rowOf = async (caseId: string) => ({ ...(await stored(caseId)), change_number: null });
const lastChange = async () =>
	Number(await env.DB.prepare("SELECT max(change_number) FROM recovery_cases").first("max(change_number)"));
const jobRow = (jobId: string) =>
	env.DB.prepare("SELECT done, failed, finished_at FROM maintenance_jobs WHERE job_id = ?")
		.bind(jobId)
		.first();
const confirmed = async (caseId: string) =>
	(await eventsOf(caseId)).every(({ confirmed_at }) => confirmed_at !== null);
const rewrite = (caseId: string) => caseObject(caseId).rewriteCopies();

let jobs = 0;
async function newJob(): Promise<string> {
	const jobId = `job_${++jobs}`;
	await env.DB.prepare("INSERT INTO maintenance_jobs (job_id, kind, requested_at) VALUES (?, 'reindex', ?)")
		.bind(jobId, jobs)
		.run();
	return jobId;
}

const runCron = async () =>
	worker.scheduled(createScheduledController({ scheduledTime: new Date(NOW), cron: "* * * * *" }), env);

beforeAll(async () => {
	partner = await newPartner();
	for (let at = 1; at <= 5; at++) {
		const intent = newIntent({
			lostAccount: at === 1 ? owner.address : `0x${String(at).repeat(40)}`,
			reasonForRecovery: "inheritance",
		});
		const { caseId } = await partner.file(intent);
		caseIds.push(caseId);
		if (at === 1) await close(intent, "contest", owner);
	}
	caseIds.sort();
	await eventually(async () => (await Promise.all(caseIds.map(confirmed))).every(Boolean));
});
beforeEach(() => env.DB.prepare("UPDATE maintenance_jobs SET finished_at = 1").run());

describe("reindexing a damaged index", () => {
	it("restores every row when the cron handler has finished the job", async () => {
		const rows = await Promise.all(caseIds.map(rowOf));
		const events = await Promise.all(caseIds.map(eventsOf));
		await env.DB.prepare(
			"UPDATE recovery_cases SET status = 'executed', developer_id = 'dev_other', lost_account = '0x', created_at = 1",
		).run();
		await env.DB.prepare("DELETE FROM events").run();
		const jobId = await newJob();
		const last = await lastChange();
		await runCron();
		expect(await jobRow(jobId)).toEqual({ done: 5, failed: 0, finished_at: NOW });
		expect(await Promise.all(caseIds.map(rowOf))).toEqual(rows);
		for (const row of await Promise.all(caseIds.map(stored)))
			expect(Number(row?.change_number)).toBeGreaterThan(last);
		const withoutPlace = (all: typeof events) =>
			all.map((ofCase) =>
				ofCase.map(({ event_id, type, body, sequence }) => ({ event_id, type, body, sequence })),
			);
		expect(withoutPlace(await Promise.all(caseIds.map(eventsOf)))).toEqual(withoutPlace(events));
		await eventually(async () => (await Promise.all(caseIds.map(confirmed))).every(Boolean));
	});

	it("updates an older row and keeps a newer one", async () => {
		const [first = "", second = ""] = caseIds;
		const row = await rowOf(first);
		const set = (version: number, caseId: string) =>
			env.DB.prepare("UPDATE recovery_cases SET version = ?, status = 'rejected' WHERE case_id = ?")
				.bind(version, caseId)
				.run();
		await set(0, first);
		await set(9, second);
		await newJob();
		await runCron();
		expect(await rowOf(first)).toEqual(row);
		expect(await rowOf(second)).toMatchObject({ version: 9, status: "rejected" });
		await env.DB.prepare("UPDATE recovery_cases SET version = 0 WHERE case_id = ?").bind(second).run();
		await newJob();
		await runCron();
	});
});

describe("a reindex job", () => {
	it("runs in pages and continues where the last run ended", async () => {
		const jobId = await newJob();
		const seen: string[] = [];
		const noting = async (caseId: string) => {
			seen.push(caseId);
			return rewrite(caseId);
		};
		const run = () => continueReindex(NOW, reindexJobsIn(env.DB), noting, { pageSize: 2, maxPages: 1 });
		await run();
		expect(await jobRow(jobId)).toEqual({ done: 2, failed: 0, finished_at: null });
		await run();
		await run();
		expect(await jobRow(jobId)).toEqual({ done: 5, failed: 0, finished_at: NOW });
		await run();
		expect(seen).toEqual(caseIds);
	});

	it("is not reset by a concurrent run", async () => {
		const jobId = await newJob();
		const adapter = reindexJobsIn(env.DB);
		const run = () => continueReindex(NOW, adapter, rewrite, { pageSize: 2, maxPages: 9 });
		await Promise.all([run(), run(), run()]);
		expect(await jobRow(jobId)).toEqual({ done: 5, failed: 0, finished_at: NOW });
	});

	it("counts and logs a case that is missing or does not respond, and continues", async () => {
		const log = vi.spyOn(console, "warn").mockImplementation(() => {});
		const ghost = `rc_${"0".repeat(32)}`;
		const [broken = ""] = caseIds;
		const columns =
			"developer_id, source, lost_account, recovery_account, chain_id, reason, status, created_at, updated_at, version";
		await env.DB.prepare(
			`INSERT INTO recovery_cases (case_id, jrc_hash, ${columns}) SELECT ?, 'x', ${columns} FROM recovery_cases LIMIT 1`,
		)
			.bind(ghost)
			.run();
		const jobId = await newJob();
		await continueReindex(NOW, reindexJobsIn(env.DB), async (caseId) => {
			if (caseId === broken) throw new Error("the object is overloaded");
			return rewrite(caseId);
		});
		expect(await jobRow(jobId)).toEqual({ done: 4, failed: 2, finished_at: NOW });
		const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
		expect(lines.map(({ event, caseId }) => [event, caseId]).sort()).toEqual([
			["reindex", ghost],
			["reindex", broken],
		]);
		log.mockRestore();
		await env.DB.prepare("DELETE FROM recovery_cases WHERE case_id = ?").bind(ghost).run();
	});
});

it("the cron handler asks no case without a reindex job", async () => {
	const asked = vi.fn(rewrite);
	await continueReindex(NOW, reindexJobsIn(env.DB), asked);
	expect(asked).not.toHaveBeenCalled();
});

it("a case that does not exist writes no copies", async () => {
	expect(await rewrite(`rc_${"1".repeat(32)}`)).toBe("unknown");
});
