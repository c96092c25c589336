// architecture.md "Running it".
/** The preflight, against a local server that speaks Cloudflare's documented API. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Deployment, readDeployment } from "../../../scripts/operator/deployment.ts";
import { cloudflareApi } from "../../../scripts/operator/preflight/cloudflare.ts";
import { type Finding, printed } from "../../../scripts/operator/preflight/finding.ts";
import { checkPlatform } from "../../../scripts/operator/preflight/platform.ts";
import { checkSettings } from "../../../scripts/operator/preflight/settings.ts";
import {
	ACCOUNT,
	DATABASE,
	type FakeAccount,
	fillAccount,
	NAMESPACE,
	startFakeAccount,
} from "../../support/cloudflare/fake-account.ts";

const ROOT = join(import.meta.dirname, "../../..");
const committed = readDeployment(ROOT);
const migrations = readdirSync(join(ROOT, "migrations")).filter((name) => name.endsWith(".sql"));

const deployment = (vars: Record<string, unknown> = {}, changes: Partial<Deployment> = {}): Deployment => ({
	...committed,
	databases: [{ binding: "DB", id: DATABASE }],
	namespaces: [{ binding: "API_KEYS", id: NAMESPACE }],
	hosts: ["api.example.com"],
	hasWorkersDev: false,
	vars: {
		...committed.vars,
		BASE_URL: "https://api.example.com",
		OPERATOR_NAME: "A",
		OPERATOR_CONTACT: "a@example.com",
		...vars,
	},
	...changes,
});

const problemsOf = (findings: Finding[]) =>
	findings.filter(({ kind }) => kind === "problem").map(({ text }) => text);

describe("the settings of a deployment", () => {
	const check = async (...of: Parameters<typeof deployment>) =>
		problemsOf(await checkSettings(deployment(...of)));

	it("have no problem when they are complete", async () => {
		expect(await checkSettings(deployment())).toEqual([{ kind: "ok", text: expect.any(String) }]);
	});

	it("as committed are rejected: placeholders and the address of wrangler dev", async () => {
		expect(problemsOf(await checkSettings(committed))).toEqual([
			expect.stringMatching(/^BASE_URL: is the address of `wrangler dev`/),
			expect.stringMatching(/^DB: database_id is a placeholder\. Run: npx wrangler d1 create/),
			expect.stringMatching(/^API_KEYS: id is a placeholder\. Run: npx wrangler kv namespace create/),
		]);
	});

	it.each<[string, Record<string, unknown>, RegExp]>([
		["an empty BASE_URL", { BASE_URL: "" }, /^BASE_URL: must be an http or https URL/],
		["a BASE_URL without TLS", { BASE_URL: "http://api.example.com" }, /^BASE_URL: must begin with https/],
		[
			"a node without TLS",
			{ RPC_URLS: '{"1":"http://node.example"}' },
			/^RPC_URLS: every URL must begin with https/,
		],
		["a node on the same machine", { RPC_URLS: '{"1":"http://127.0.0.1:8545"}' }, /^RPC_URLS: /],
		["local webhooks", { ALLOW_LOCAL_WEBHOOKS: "true" }, /^ALLOW_LOCAL_WEBHOOKS: must not be true/],
		["a secret in [vars]", { PEPPERS: '{"1":"x"}' }, /^PEPPERS: is a secret/],
		[
			"a rate that its binding does not have",
			{ LOGIN_RATE_PER_MINUTE: "30" },
			/^LOGIN_RATE_PER_MINUTE: is 30, and the limit of LOGIN_RATE_LIMIT is 20/,
		],
		[
			"a host without a route",
			{ BASE_URL: "https://other.example.com" },
			/^BASE_URL: no route .* custom_domain = true/,
		],
		[
			"workers.dev that is off",
			{ BASE_URL: "https://replevin.a.workers.dev" },
			/^BASE_URL: .*workers_dev = true/,
		],
	])("are rejected with %s", async (_, vars, expected) => {
		expect(await check(vars)).toEqual([expect.stringMatching(expected)]);
	});
});

it("advises against settings that work, and does not call them unknown", async () => {
	const vars = { OPERATOR_NAME: "", OPERATOR_CONTACT: "" };
	const findings = await checkSettings(deployment(vars, { hasWorkersDev: true }));
	const advised = printed(findings).split("\n").slice(1);
	expect(advised).toEqual([
		expect.stringMatching(/^advice {2}OPERATOR_NAME: is empty/),
		expect.stringMatching(/^advice {2}OPERATOR_CONTACT: is empty/),
		expect.stringMatching(/^advice {2}workers_dev: is true/),
		"",
	]);
});

it("takes a plain setting that is not in [vars] for a secret", async () => {
	const { RPC_URLS: _, ...vars } = deployment().vars;
	const findings = await checkSettings({ ...deployment(), vars });
	expect(findings.filter(({ kind }) => kind !== "ok")).toEqual([
		{ kind: "unknown", text: "RPC_URLS: is not set in [vars], so it must be a secret" },
	]);
});

describe("the account of a deployment", () => {
	let account: FakeAccount;
	beforeEach(async () => {
		account = await startFakeAccount();
		fillAccount(account, migrations);
		account.secrets = new Map(committed.requiredSecrets.map((name) => [name, "x"]));
	});
	afterEach(() => account.server.stop());

	const check = (token = "test-token", of = deployment()) =>
		checkPlatform({
			deployment: of,
			account: ACCOUNT,
			migrations,
			cloudflare: cloudflareApi(token, account.server.url),
		});
	const respond = (path: string, value: unknown) =>
		account.responses.set(path.replace("{account}", `/accounts/${ACCOUNT}`), value);

	it("has no problem when everything is there", async () => {
		const findings = await check();
		expect(findings.map(({ kind }) => kind)).toEqual(findings.map(() => "ok"));
		expect(findings.length).toBe(9);
		expect(account.requests.filter((request) => /^(PUT|PATCH|DELETE)/.test(request))).toEqual([]);
	});

	it("names each missing secret, and all of them before the first deployment", async () => {
		account.secrets?.delete("PEPPERS");
		expect(problemsOf(await check())).toEqual(["PEPPERS: is not set. Run: npm run secrets -- --remote"]);
		account.secrets = undefined;
		expect(problemsOf(await check())).toHaveLength(committed.requiredSecrets.length);
	});

	it.each([
		["problem", ["account", "reviewer"], /^REVIEWERS_TO_VERIFY: is 2, and there are 1 reviewers/],
		["problem", ["account"], /^REVIEWERS_TO_VERIFY: is 2, and there are 0 reviewers/],
		["advice", [], /^REVIEWERS_TO_VERIFY: is 2, and there are 0 reviewers/],
		["ok", ["account", "reviewer", "reviewer"], /^reviewers: at least 2/],
	])("has a %s with the accounts %j where two reviewers must verify", async (kind, rows, words) => {
		const path = `POST /accounts/${ACCOUNT}/d1/database/${DATABASE}/query`;
		const others = account.responses.get(path) as (body: string) => unknown;
		account.responses.set(path, (body: string) =>
			body.includes("FROM developers") ? [{ results: rows.map((name) => ({ name })) }] : others(body),
		);
		const findings = await check("test-token", deployment({ REVIEWERS_TO_VERIFY: "2" }));
		expect(findings.filter(({ text }) => words.test(text)).map((finding) => finding.kind)).toEqual([kind]);
	});

	it("names the migrations that the database lacks", async () => {
		fillAccount(account, migrations.slice(0, -1));
		expect(problemsOf(await check())).toEqual([
			`DB: migrations ${migrations.at(-1)} are not applied. Run: npx wrangler d1 migrations apply DB --remote`,
		]);
		respond(`POST {account}/d1/database/${DATABASE}/query`, [{ results: [] }]);
		expect(problemsOf(await check())[0]).toContain(migrations.join(", "));
	});

	it.each<[string, string, unknown, RegExp]>([
		["database", `POST {account}/d1/database/${DATABASE}/query`, 404, /^DB: this account has no database/],
		[
			"KV namespace",
			`GET {account}/storage/kv/namespaces/${NAMESPACE}`,
			404,
			/^API_KEYS: this account has no KV namespace/,
		],
		[
			"bucket",
			"GET {account}/r2/buckets/replevin-documents",
			404,
			/^R2: there is no bucket replevin-documents\. Run: /,
		],
		[
			"queue",
			"GET {account}/queues",
			[{ queue_name: "case-events" }, { queue_name: "mail-events" }],
			/^queues: there is no case-events-dlq\. Run: /,
		],
		[
			"paid plan",
			"GET {account}/subscriptions",
			[{ rate_plan: { id: "workers_free" } }],
			/^plan: .*Workers Paid/,
		],
		["zone", "GET /zones?name=example.com", [], /^BASE_URL: api\.example\.com is in no zone/],
		[
			"recent TLS",
			"GET /zones/zone/settings/min_tls_version",
			{ value: "1.0" },
			/^domain .* TLS version of 1\.2, and has 1\.0/,
		],
	])("is rejected without its %s", async (_, path, value, expected) => {
		respond(path, value);
		expect(problemsOf(await check())).toEqual([expect.stringMatching(expected)]);
	});

	it("advises against redirecting calls over plain http, which would hide that a key was readable", async () => {
		respond("GET /zones/zone/settings/always_use_https", { value: "on" });
		const findings = await check();
		expect(problemsOf(findings)).toEqual([]);
		expect(findings.filter(({ kind }) => kind === "advice").map(({ text }) => text)).toEqual([
			expect.stringMatching(/^domain api\.example\.com: Always Use HTTPS is on, .* Set it to off/),
		]);
	});

	it("says what it may not read, and does not take it for good", async () => {
		for (const path of ["{account}/subscriptions", "/zones", "{account}/queues"]) respond(`GET ${path}`, 403);
		account.responses.delete("GET /zones?name=example.com");
		const findings = await check();
		expect(problemsOf(findings)).toEqual([]);
		expect(findings.filter(({ kind }) => kind === "unknown").map(({ text }) => text.split(":")[0])).toEqual([
			"queues",
			"plan",
			"domain api.example.com",
		]);
	});

	it("is rejected with a token that does not work, and with responses of another form", async () => {
		expect(problemsOf(await check("wrong"))[0]).toMatch(/^secrets: 403 Authentication error/);
		respond("GET {account}/workers/scripts/replevin/secrets", { unexpected: true });
		expect(problemsOf(await check())).toEqual([expect.stringMatching(/^secrets: .* has an unknown form/)]);
	});
});
