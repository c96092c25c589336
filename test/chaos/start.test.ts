// architecture.md "Running it".
// Tests `npm start`: the processes that it starts and ends, and the crashes that it survives. It runs from a copy of the
// repository, in which a small Worker that returns its own settings replaces the service.
//
// Over 300 lines: its tests share one copy of the repository.
import {
	chmodSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { executeSql } from "../../scripts/operator/database.ts";
import { until } from "../../scripts/until.ts";
import {
	copyMigratedState,
	type Service,
	type ServiceOptions,
	startService,
} from "../support/service/service.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const COPIED = [
	"scripts",
	"package.json",
	"package-lock.json",
	"wrangler.toml",
	"migrations",
	"public",
	"tsconfig.json",
	"src",
	// The pages of the guides and of the reference are made from both, and the package from the SDK and the licence.
	"sdk",
	"docs",
	"LICENSE",
];
const END_LIMIT_MS = 10_000;

const STUB = `
export default {
	async fetch(request, env) {
		const { pathname } = new URL(request.url);
		if (pathname === "/settings") return Response.json(Object.fromEntries(Object.entries(env).filter(([, v]) => typeof v === "string")));
		if (pathname === "/write") return Response.json(await env.API_KEYS.put("kept", "yes") ?? null);
		if (pathname === "/read") return Response.json([await env.API_KEYS.get("kept"), (await env.DB.prepare("SELECT count(*) AS n FROM d1_migrations").first()).n]);
		return Response.json({ status: "ok" });
	},
	async queue() {},
	async scheduled() {},
};
`;

let root: string;
let states = 0;
const started: Service[] = [];

beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), "replevin-start-"));
	for (const name of COPIED) cpSync(join(REPOSITORY, name), join(root, name), { recursive: true });
	// No clone has it.
	rmSync(join(root, "sdk/src/generated"), { recursive: true });
	symlinkSync(join(REPOSITORY, "node_modules"), join(root, "node_modules"), "dir");
	const classes = readFileSync(join(root, "wrangler.toml"), "utf8").matchAll(/class_name = "(\w+)"/g);
	const objects = [...classes].map(([, name]) => `export class ${name} extends DurableObject {}`);
	mkdirSync(join(root, "src"), { recursive: true });
	const worker = `import { DurableObject } from "cloudflare:workers";\n${objects.join("\n")}\n${STUB}`;
	writeFileSync(join(root, "src/worker.ts"), worker);
});

afterEach(async () => {
	for (const service of started.splice(0)) await service.killTree();
});

afterAll(async () => {
	await (await lasting?.service)?.killTree();
	rmSync(root, { recursive: true, force: true });
});

const NPM_START = ["npm", "start", "--"] as const;

const freshState = () => join(root, `state-${++states}`);

async function start(options: Partial<ServiceOptions> = {}): Promise<Service> {
	const { stateDir = freshState() } = options;
	copyMigratedState(stateDir);
	const service = await startService({ root, program: NPM_START, ...options, stateDir });
	started.push(service);
	return service;
}

let lasting: { stateDir: string; service: Promise<Service> } | undefined;

/** A service that read-only tests share. It starts under a umask that lets every user read new files. */
async function lastingService(): Promise<{ stateDir: string; service: Service }> {
	if (lasting === undefined) {
		const before = process.umask(0o022);
		const stateDir = freshState();
		lasting = { stateDir, service: startService({ root, program: NPM_START, stateDir }) };
		process.umask(before);
	}
	return { stateDir: lasting.stateDir, service: await lasting.service };
}

// biome-ignore lint/suspicious/noExplicitAny: what the small Worker above sends; each test asserts it.
const json = async (service: { url: string }, path: string): Promise<any> =>
	(await fetch(`${service.url}${path}`)).json();

function isListening({ url }: { url: string }): Promise<boolean> {
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	return new Promise<boolean>((resolve) => {
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
	}).finally(() => socket.destroy());
}

async function expectAllGone(service: Service): Promise<void> {
	await until(
		() => service.processes().length === 0,
		END_LIMIT_MS,
		() => `left: ${service.processes()}`,
	);
	// The first thread of a killed process is gone before the last one, which closes what all of them had open.
	await expect
		.poll(() => isListening(service), { timeout: END_LIMIT_MS, message: "is its port in use" })
		.toBe(false);
}

test("listens where it says, healthy, with the database's migrations applied", async () => {
	const { service } = await lastingService();
	expect(await json(service, "/api/v1/health")).toEqual({ status: "ok" });
	expect((await json(service, "/read"))[1]).toBeGreaterThan(0);
	await until(() => service.output().includes("up and healthy"), END_LIMIT_MS);
});

test("leaves nothing in the state that another user of the machine can read", async () => {
	const { stateDir, service } = await lastingService();
	await json(service, "/write");
	const entries = readdirSync(stateDir, { recursive: true, encoding: "utf8" });
	expect(entries.some((name) => name.endsWith(".sqlite"))).toBe(true);
	const open = ["", ...entries].filter((name) => (statSync(join(stateDir, name)).mode & 0o077) !== 0);
	expect(open).toEqual([]);
});

describe("leaves no process and a free port", () => {
	for (const signal of ["SIGTERM", "SIGHUP", "SIGKILL"] as const) {
		test(`after ${signal} to npm start`, async () => {
			const service = await start();
			service.kill(signal);
			await expectAllGone(service);
		});
	}

	test("after Ctrl-C", async () => {
		const service = await start();
		service.pressCtrlC();
		await expectAllGone(service);
		expect(service.output()).toContain("Stopping");
	});

	test("after SIGKILL to the process that holds the runtime", async () => {
		const service = await start();
		const owner = JSON.parse(readFileSync(join(root, `state-${states}`, "running.json"), "utf8")).pid;
		expect(service.processes()).toContain(owner);
		process.kill(owner, "SIGKILL");
		await expectAllGone(service);
	});
});

test("starts a killed runtime again on the same port and state, and says so", async () => {
	const service = await start();
	await json(service, "/write");
	const first = service.workerdPid();
	process.kill(first, "SIGKILL");
	await until(() => service.output().includes("The runtime is running again"), END_LIMIT_MS);
	expect(service.workerdPid()).not.toBe(first);
	expect(await json(service, "/read")).toEqual(["yes", expect.any(Number)]);
	expect(service.output()).toContain("The Workers runtime crashed unexpectedly and is being restarted");
});

test("a copied state starts while the service that it was copied from still runs", async () => {
	const stateDir = freshState();
	const service = await start({ stateDir });
	await json(service, "/write");
	const copied = freshState();
	cpSync(stateDir, copied, { recursive: true });
	const beside = await start({ stateDir: copied });
	for (const either of [beside, service]) expect((await json(either, "/read"))[0]).toBe("yes");
	await expect(start({ stateDir: copied })).rejects.toThrow(beside.url);
});

test("ends a runtime that outlived its owners before it takes the state", async () => {
	const stateDir = freshState();
	const service = await start({ stateDir });
	const orphan = service.workerdPid();
	const owners = service.processes().filter((pid) => pid !== orphan);
	for (const pid of owners.reverse()) process.kill(pid, "SIGSTOP");
	for (const pid of owners) process.kill(pid, "SIGKILL");
	expect(await isListening(service)).toBe(true);
	const again = await start({ stateDir });
	expect(again.workerdPid()).not.toBe(orphan);
	expect(await isListening(service)).toBe(false);
});

describe("refuses, with what to do", () => {
	test("a port that is in use", async () => {
		const { service } = await lastingService();
		const port = Number(new URL(service.url).port);
		await expect(start({ port })).rejects.toThrow(
			new RegExp(
				`ended with code 1[\\s\\S]*Port ${port} is already in use[\\s\\S]*npm start -- --port ${port + 1}`,
			),
		);
		expect(await json(service, "/api/v1/health")).toEqual({ status: "ok" });
	});

	test("a state that another service runs on", async () => {
		const { stateDir, service } = await lastingService();
		await expect(start({ stateDir })).rejects.toThrow(
			new RegExp(`${service.url}[\\s\\S]*npm start -- --state DIR`),
		);
	});

	test("a state that a newer build has changed in a breaking way, which stays as it is", async () => {
		const stateDir = freshState();
		await (await start({ stateDir })).stop();
		const change = (sql: string) => executeSql({ kind: "local", stateDir }, [sql]);
		await change("UPDATE schema_generation SET generation = generation + 1");
		await change("DELETE FROM d1_migrations WHERE name LIKE '0000%'");
		await expect(start({ stateDir })).rejects.toThrow(
			/ended with code 1[\s\S]*This build is too old for its data: it serves schema generation (\d+), and the data needs/,
		);
		expect((await change("SELECT name FROM d1_migrations WHERE name LIKE '0000%'"))[0]).toEqual([]);
	});

	test("an option it does not know", async () => {
		await expect(start({ port: -1 })).rejects.toThrow(/ended with code 2[\s\S]*Usage: npm start/);
	});
});

describe("settings", () => {
	const settingsOf = async (options: Partial<ServiceOptions> = {}) => {
		const service = await start(options);
		const settings = await json(service, "/settings");
		await service.stop();
		return { ...settings, url: service.url };
	};

	test("secrets are made once, for their owner alone, and never changed", async () => {
		const file = join(root, ".dev.vars");
		rmSync(file, { force: true });
		const first = await settingsOf();
		const written = readFileSync(file, "utf8");
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(Buffer.from(JSON.parse(first.PEPPERS)["1"], "base64")).toHaveLength(32);
		const [session] = JSON.parse(first.SESSION_SIGNING_KEYS).keys;
		const [evidence] = JSON.parse(first.EVIDENCE_SIGNING_KEYS).keys;
		for (const key of [session, evidence])
			expect(key).toMatchObject({ alg: "ES256", use: "sig", crv: "P-256" });
		expect([evidence.kid, evidence.x]).not.toEqual([session.kid, session.x]);
		expect((await settingsOf()).PEPPERS).toBe(first.PEPPERS);
		expect(readFileSync(file, "utf8")).toBe(written);
	});

	test("missing secrets are added to .dev.vars; the environment wins over it, it over the local defaults, those over wrangler.toml", async () => {
		const file = join(root, ".dev.vars");
		writeFileSync(file, "BRAND=from-file\nRPC_URLS=from-file\n");
		chmodSync(file, 0o644);
		const settings = await settingsOf({ env: { BRAND: "from-environment" } });
		expect(readFileSync(file, "utf8")).toMatch(/^BRAND=from-file\nRPC_URLS=from-file\nPEPPERS='/);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(settings).toMatchObject({
			BRAND: "from-environment",
			RPC_URLS: "from-file",
			CHALLENGE_PERIOD_SECONDS: "0",
		});
		expect(settings.BASE_URL).toBe(settings.url);
	});
});
