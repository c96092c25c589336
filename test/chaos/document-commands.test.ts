// quality.md "Which test holds which promise".
/** The commands of CONTRIBUTING.md and docs/operations.md work when they are pasted beside a running service. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executeSql } from "../../scripts/operator/database.ts";
import { sessionKeySet } from "../../src/config/signing-key-sets.ts";
import { runSection } from "../support/docs/run-section.ts";
import { type Service, startService } from "../support/service/service.ts";

const root = join(import.meta.dirname, "../..");
let directory: string;
let stateDir: string;
let service: Service;

beforeAll(async () => {
	directory = mkdtempSync(join(tmpdir(), "replevin-documents-"));
	stateDir = join(directory, "state");
	service = await startService({ stateDir });
});
afterAll(async () => {
	await service?.stop();
	rmSync(directory, { recursive: true, force: true });
});

/** The first value of a row in the state's database. */
async function ask(select: string): Promise<unknown> {
	const [rows] = await executeSql({ kind: "local", stateDir }, [select]);
	return Object.values(rows?.[0] ?? {})[0];
}

/** An operator who is not logged in to Cloudflare: wrangler works on the state of the service under test. */
const onThisState = () => ({
	cwd: root,
	env: { WRANGLER_SEND_METRICS: "false", WRANGLER_LOG_PATH: join(directory, "log"), CI: "1" },
	replace: { "--remote": `--local --persist-to "${stateDir}"` },
});

describe("CONTRIBUTING.md", () => {
	it('"Set up": has the commands that run all tests and start the service', async () => {
		const { code, stdout, stderr } = await runSection("CONTRIBUTING.md", "Set up", {
			cwd: root,
			// Both run in this run of the tests, and the second one in readme.test.ts.
			adapt: { "npm test": "npm test -- --help", "npm start": "npm start -- --help" },
		});
		expect([code, stderr]).toEqual([0, ""]);
		expect(stdout).toContain("Usage: npm test");
		expect(stdout).toContain("Usage: npm start");
	});
});

describe("docs/operations.md", () => {
	it('"Reviewers and forgotten passwords": grants the role, resets the password, shows the account', async () => {
		const email = "ada@example.com";
		const registered = await fetch(`${service.url}/api/v1/auth/register`, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ email, password: "Correct-horse-7" }),
		});
		expect(registered.status).toBe(201);
		const { user } = (await registered.json()) as { user: { id: string } };
		const { code, stdout, stderr } = await runSection(
			"docs/operations.md",
			"Reviewers and forgotten passwords",
			{
				cwd: root,
				replace: {
					DEVELOPER_ID: `${user.id} --yes --state "${stateDir}"`,
					EMAIL: `${email} --state "${stateDir}"`,
				},
			},
		);
		expect([code, stderr]).toEqual([0, ""]);
		expect(stdout).toContain(`${email} is a reviewer now.`);
		expect(stdout).toMatch(/dev_[0-9a-f]{32} {2}reviewer {2}registered/);
		expect(await ask("SELECT COUNT(*) FROM account_codes")).toBe(2);
	});

	it('"Changing secrets": makes a signing key, and has everything sealed again', async () => {
		const { code, stdout, stderr } = await runSection("docs/operations.md", "Changing secrets", {
			cwd: root,
			adapt: { "npm run rotate-kek": `npm run --silent rotate-kek -- --state "${stateDir}" --no-wait` },
		});
		expect([code, stderr]).toEqual([0, ""]);
		const [key = "", job = ""] = stdout.split("\n");
		expect(sessionKeySet({ keys: [JSON.parse(key)] })).toMatchObject({ keys: [{ crv: "P-256" }] });
		expect(job).toMatch(/^job_[0-9a-f]{32} is requested/);
		expect(await ask("SELECT COUNT(*) FROM maintenance_jobs WHERE kind = 'reseal'")).toBe(1);
	});

	it('"Rebuilding the index of cases": leaves the job', async () => {
		const { code, stdout } = await runSection("docs/operations.md", "Rebuilding the index of cases", {
			cwd: root,
			adapt: { "npm run reindex": `npm run --silent reindex -- --state "${stateDir}" --no-wait` },
		});
		expect(code, stdout).toBe(0);
		expect(stdout).toMatch(/^job_[0-9a-f]{32} is requested/m);
	});

	it('"Backing up and restoring": stops the service, raises the counters, starts it, and keeps the state', async () => {
		await executeSql({ kind: "local", stateDir }, [
			"INSERT INTO sqlite_sequence (name, seq) SELECT 'events', 7 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')",
		]);
		const counter = async () => Number(await ask("SELECT seq FROM sqlite_sequence WHERE name = 'events'"));
		const generation = async () => Number(await ask("SELECT generation FROM schema_generation"));
		const [before, served] = [await counter(), await generation()];
		const copied = join(directory, "backup");
		mkdirSync(join(copied, ".wrangler"), { recursive: true });
		cpSync(stateDir, join(copied, ".wrangler/state"), { recursive: true });
		writeFileSync(join(copied, ".dev.vars"), "BRAND=Copied");
		const pack = "tar -cf replevin-state.tar .wrangler/state .dev.vars";
		const { code, stdout } = await runSection("docs/operations.md", "Backing up and restoring", {
			...onThisState(),
			adapt: { [pack]: `cd "${copied}"; ${pack}; rm -r .wrangler .dev.vars` },
		});
		expect(code, stdout).toBe(0);
		expect([await counter(), await generation()]).toEqual([before + 10_000_000, served]);
		expect(existsSync(join(copied, ".dev.vars"))).toBe(true);
		const restored = await startService({ stateDir: join(copied, ".wrangler/state") });
		const health = await fetch(`${restored.url}/api/v1/health`);
		await restored.stop();
		expect(health.status).toBe(200);
	});

	it('"Documents": says how many documents may be removed', async () => {
		// The first pass of the sweep writes the row, within a minute.
		await executeSql({ kind: "local", stateDir }, [
			"INSERT OR IGNORE INTO sweeps (name, cursor) VALUES ('orphans:documents/', '')",
		]);
		const { code, stdout } = await runSection("docs/operations.md", "Documents", onThisState());
		expect(code, stdout).toBe(0);
		expect(
			await ask("SELECT COUNT(*) FROM sweeps WHERE name = 'orphans:documents/' AND removable = 37"),
		).toBe(1);
	});
});
