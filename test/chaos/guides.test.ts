/** The guides of /developers/docs work when they are followed: every block runs, or is compared (docs-pages.md "Blocks"). */
import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { executeSql } from "../../scripts/operator/database.ts";
import { buildSdk } from "../../scripts/sdk/build-sdk.ts";
import { claimablePort } from "../../scripts/start/port.ts";
import { runGuide } from "../support/docs/run-guide.ts";
import { type Service, startService } from "../support/service/service.ts";
import { issueKey, registerDeveloper } from "../support/service/service-client.ts";

const ROOT = join(import.meta.dirname, "../..");
let directory: string;
let service: Service;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "replevin-guides-"));
	const [started] = await Promise.all([
		startService({ stateDir: join(directory, "state") }),
		installPackages(join(directory, "node_modules")),
	]);
	service = started;
});
afterAll(async () => {
	await service?.stop();
	await rm(directory, { recursive: true, force: true });
});

/** As `npm install @replevin/sdk viem` would, without a network. test/unit/sdk/package.test.ts installs the tarball. */
async function installPackages(modules: string): Promise<void> {
	const sdk = join(modules, "@replevin/sdk");
	await mkdir(sdk, { recursive: true });
	await buildSdk(sdk);
	await mkdir(join(modules, ".bin"));
	await chmod(join(sdk, "dist/cli.js"), 0o755);
	await symlink("../@replevin/sdk/dist/cli.js", join(modules, ".bin/replevin"));
	for (const name of ["@noble", "viem", "ethers"]) {
		await symlink(join(ROOT, "node_modules", name), join(modules, name), "dir");
	}
}

/** A folder for one guide, below the one with the packages. */
async function folderFor(name: string): Promise<string> {
	const folder = join(directory, name);
	await mkdir(folder);
	return folder;
}

const HERE = "http://127.0.0.1:8787";
/** Done once for all guides. */
const INSTALL = { "mkdir -p first-case && cd first-case": "", "npm install @replevin/sdk viem": "" };

/** The environment that the quick start leaves behind, with an account of its own. */
async function newAccount() {
	const developer = await registerDeveloper(service.url);
	const { apiKey, apiSecret } = await issueKey(service.url, developer);
	const env = { REPLEVIN_URL: service.url, REPLEVIN_API_KEY: apiKey, REPLEVIN_API_SECRET: apiSecret };
	return { ...developer, env };
}

it("quick start", { timeout: 120_000 }, async () => {
	const cwd = await folderFor("quick-start");
	const { stdout } = await runGuide("docs/guides/quick-start.md", {
		cwd,
		replace: { [HERE]: service.url, "9000": String(await claimablePort(0)) },
		adapt: INSTALL,
	});
	expect(stdout).toContain('"role":"developer"');
});

it("hosted links", async () => {
	const { env, developerId } = await newAccount();
	const allow = `INSERT INTO origins SELECT 'org_1', 'https://app.example.com', '${developerId}', 'allowed', 1, 1, NULL, NULL`;
	await executeSql({ kind: "local", stateDir: join(directory, "state") }, [allow]);
	const cwd = await folderFor("hosted-links");
	const { stdout } = await runGuide("docs/guides/hosted-links.md", {
		...{ cwd, env },
		replace: { [HERE]: service.url },
	});
	expect(stdout).toMatch(/\/l\/[\w-]{43}\n/);
});
