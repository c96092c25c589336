// architecture.md "Running it".
// From a clone to a deployment with the operator's commands and the real wrangler, against a local server that speaks
// Cloudflare's API. They run from a copy of the repository, whose wrangler.toml the operator edits.
import { execFile } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	ACCOUNT,
	DATABASE,
	type FakeAccount,
	fillAccount,
	NAMESPACE,
	startFakeAccount,
} from "../support/cloudflare/fake-account.ts";
import { runSection } from "../support/docs/run-section.ts";
import { environment } from "../support/service/service.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const NOT_CLONED = new Set([
	"node_modules",
	".wrangler",
	".dev.vars",
	".deploy.vars",
	".git",
	"bench",
	"test",
	"dist",
]);

let root: string;
let account: FakeAccount;

beforeAll(async () => {
	root = mkdtempSync(join(tmpdir(), "replevin-deploy-"));
	const filter = (path: string) => path === REPOSITORY || !NOT_CLONED.has(basename(path));
	cpSync(REPOSITORY, root, { recursive: true, filter });
	symlinkSync(join(REPOSITORY, "node_modules"), join(root, "node_modules"), "dir");
	account = await startFakeAccount();
	fillAccount(
		account,
		readdirSync(join(root, "migrations")).filter((name) => name.endsWith(".sql")),
	);
});
afterAll(async () => {
	await account?.server.stop();
	rmSync(root, { recursive: true, force: true });
});

type Ended = { code: number; output: string };

const login = () => ({
	CLOUDFLARE_API_BASE_URL: account.server.url,
	CLOUDFLARE_API_TOKEN: "test-token",
	CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
	WRANGLER_SEND_METRICS: "false",
	CI: "1",
});

function npmRun(command: string, ...args: string[]): Promise<Ended> {
	const env = environment(login());
	return new Promise((resolve) => {
		execFile(
			"npm",
			["run", "--silent", command, "--", ...args],
			{ cwd: root, env },
			(error, stdout, stderr) => {
				resolve({
					code: typeof error?.code === "number" ? error.code : error ? -1 : 0,
					output: stdout + stderr,
				});
			},
		);
	});
}

function edit(changes: Record<string, string>): void {
	const file = join(root, "wrangler.toml");
	let toml = readFileSync(file, "utf8");
	for (const [from, to] of Object.entries(changes)) {
		expect(toml).toContain(from);
		toml = toml.replace(from, to);
	}
	writeFileSync(file, toml);
}

test("names each missing part, and deploys nothing", async () => {
	const { code, output } = await npmRun("deploy");
	expect(code).toBe(1);
	for (const name of ["BASE_URL", "DB: database_id", "API_KEYS: id", "PEPPERS", "UI_CLIENT_SECRET"])
		expect(output).toContain(`PROBLEM ${name}`);
	expect(output).toContain("Nothing was deployed");
	expect(account.uploads).toEqual([]);
});

test("deploys as operations.md says, and shows no secret", async () => {
	edit({
		'BASE_URL = "http://localhost:8787"': 'BASE_URL = "https://api.example.com"',
		'database_id = "replevin"': `database_id = "${DATABASE}"`,
		'id = "api-keys"': `id = "${NAMESPACE}"`,
		"workers_dev = true":
			'workers_dev = false\nroutes = [{ pattern = "api.example.com", custom_domain = true }]',
	});
	const { code, stdout, stderr } = await runSection("docs/operations.md", "Deploying", {
		cwd: root,
		env: login(),
	});
	const output = stdout + stderr;
	expect(code, output).toBe(0);
	expect(output).not.toContain("PROBLEM");
	const copy = join(root, ".deploy.vars");
	const values = parseEnv(readFileSync(copy, "utf8"));
	expect(statSync(copy).mode & 0o777).toBe(0o600);
	expect(Object.fromEntries(account.secrets ?? [])).toEqual({ ...values });
	// The first is the empty Worker that takes the secrets.
	expect(account.uploads).toHaveLength(2);
	expect(account.uploads[1]).toContain("https://api.example.com");
	for (const value of Object.values(values)) expect(output + account.uploads).not.toContain(value);
});

test("leaves secrets that exist as they are", async () => {
	const before = new Map(account.secrets);
	const { output } = await npmRun("secrets", "--remote");
	expect(output).toMatch(/^Left as they are: PEPPERS, /);
	expect(account.secrets).toEqual(before);
});

test("replaces one secret when it is named, and keeps the old value as a comment", async () => {
	const before = new Map(account.secrets);
	const replaced = await npmRun("secrets", "--remote", "--replace", "UI_CLIENT_SECRET");
	expect(replaced.code, replaced.output).toBe(0);
	const changed = [...(account.secrets ?? [])].filter(([name, value]) => before.get(name) !== value);
	expect(changed.map(([name]) => name)).toEqual(["UI_CLIENT_SECRET"]);
	const copy = readFileSync(join(root, ".deploy.vars"), "utf8");
	expect(copy).toMatch(new RegExp(`^# replaced .*'${before.get("UI_CLIENT_SECRET")}'$`, "m"));
	expect(parseEnv(copy).UI_CLIENT_SECRET).toBe(account.secrets?.get("UI_CLIENT_SECRET"));
});

test("builds without a preflight on --dry-run", async () => {
	const requests = account.requests.length;
	const { code, output } = await npmRun("deploy", "--dry-run", "--outdir", join(root, "dist"));
	expect(code, output).toBe(0);
	expect(existsSync(join(root, "dist/worker.js"))).toBe(true);
	expect(account.requests.length).toBe(requests);
});
