// architecture.md "Running it".
// `npx wrangler dev` on a fresh copy of the repository, with nothing set by hand, and beside `npm start`.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { commandLinesOf } from "../../scripts/docs/code-blocks.ts";
import { claimablePort } from "../../scripts/start/port.ts";
import { until } from "../../scripts/until.ts";
import { readSection } from "../support/docs/run-section.ts";
import { environment, startService } from "../support/service/service.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
/** A clone has none of these: they are made by installing, by running and by git. */
const NOT_CLONED = new Set([
	...["node_modules", ".wrangler", ".dev.vars", ".git", "bench", "test", "dist"],
	...["build", "assets", "generated"],
]);
const READY_LIMIT_MS = 120_000;
const END_LIMIT_MS = 15_000;

/** The command of operations.md. Installing, its other command, leaves what the link in `root` leads to. */
const [block] = readSection("docs/operations.md", "Developing with wrangler", "sh");
const [program = "", ...documented] = commandLinesOf(block?.code ?? "")[1]?.text.split(" ") ?? [];

let root: string;
const running: { stop(): Promise<void> }[] = [];

beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), "replevin-wrangler-"));
	const filter = (path: string) => !NOT_CLONED.has(basename(path));
	cpSync(REPOSITORY, root, { recursive: true, filter: (path) => path === REPOSITORY || filter(path) });
	symlinkSync(join(REPOSITORY, "node_modules"), join(root, "node_modules"), "dir");
});
afterEach(async () => {
	for (const service of running.splice(0)) await service.stop();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Without the folder of the packaged Node, which a user's shell does not have. npx finds it by itself. */
function userPath(): string {
	const folders = (process.env.PATH ?? "").split(delimiter);
	return folders.filter((folder) => !folder.includes("node_modules")).join(delimiter);
}

/** @param args may name the port as PORT */
async function wranglerDev(...args: string[]) {
	const port = String(await claimablePort(0));
	const given = args.map((text) => text.replace("PORT", port));
	const child = spawn(program, [...documented, "--port", port, ...given], {
		cwd: root,
		env: environment({ PATH: userPath(), FORCE_COLOR: "0", WRANGLER_SEND_METRICS: "false" }),
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	let isEnded = false;
	child.once("close", () => {
		isEnded = true;
	});
	const stop = async () => {
		if (!isEnded) process.kill(-(child.pid ?? 0), "SIGINT");
		await until(() => isEnded, END_LIMIT_MS).catch(() => process.kill(-(child.pid ?? 0), "SIGKILL"));
	};
	running.push({ stop });
	const url = `http://localhost:${port}`;
	const isReady = () => /Ready on http/.test(output);
	await until(
		() => isReady() || isEnded || /already runs/.test(output),
		READY_LIMIT_MS,
		() => output,
	);
	return { url, stop, isReady: isReady(), output: () => output };
}

const post = (url: string, body: object) =>
	fetch(url, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
const me = { email: "first@example.com", password: "Lorem-ipsum-7" };

test("serves a healthy service on a fresh clone, and npm start continues on its state", async () => {
	const dev = await wranglerDev();
	expect([program, ...documented]).toEqual(["npx", "wrangler", "dev"]);
	expect(dev.isReady, dev.output()).toBe(true);
	expect(dev.output()).toContain(`--var BASE_URL:${dev.url}`);
	const health = await fetch(`${dev.url}/api/v1/health`);
	expect(await health.json()).toMatchObject({ status: "ok", database: "ok" });
	expect((await post(`${dev.url}/api/v1/auth/register`, me)).status).toBe(201);

	const devVars = join(root, ".dev.vars");
	const written = readFileSync(devVars, "utf8");
	expect(statSync(devVars).mode & 0o777).toBe(0o600);
	expect(statSync(join(root, ".wrangler/state/v3")).mode & 0o077).toBe(0);
	const stateDir = join(root, ".wrangler/state");
	const secrets = parseEnv(written);
	await expect(startService({ stateDir, env: secrets })).rejects.toThrow(/already runs on the state/);
	await dev.stop();

	const started = await startService({ stateDir, env: secrets });
	running.push(started);
	expect((await post(`${started.url}/api/v1/auth/login`, me)).status).toBe(200);

	const refused = await wranglerDev();
	expect(refused.isReady).toBe(false);
	expect(refused.output()).toContain(started.url);
	expect(refused.output()).toContain("npx wrangler dev --persist-to DIR");
	await refused.stop();
	expect((await fetch(`${started.url}/api/v1/health`)).status).toBe(200);

	const elsewhere = await wranglerDev(
		...["--persist-to", "other state", "--var", "BASE_URL:http://localhost:PORT"],
	);
	expect((await fetch(`${elsewhere.url}/api/v1/health`)).status).toBe(200);
	const config = await fetch(`${elsewhere.url}/api/v1/config`);
	expect(await config.json()).toMatchObject({ appUrl: elsewhere.url });
	expect((await post(`${elsewhere.url}/api/v1/auth/login`, me)).status).toBe(401);
	expect(readFileSync(devVars, "utf8")).toBe(written);
});
