/**
 * The guides of /developers/docs work when they are followed: every block runs, or is compared (docs-pages.md "Blocks").
 *
 * Over 300 lines, because all guides share a service and the packages.
 */
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSdk } from "../../scripts/sdk/build-sdk.ts";
import { claimablePort } from "../../scripts/start/port.ts";
import { until } from "../../scripts/until.ts";
import { runExecutionAgent } from "../support/docs/execution-agent.ts";
import { runGuide } from "../support/docs/run-guide.ts";
import { readSection } from "../support/docs/run-section.ts";
import {
	isAtHand,
	LANGUAGES,
	type LanguageName,
	type SignedRequest,
	verdictsOf,
} from "../support/docs/webhook-languages.ts";
import { type Service, startService } from "../support/service/service.ts";
import { issueKey, partnerAt, registerDeveloper } from "../support/service/service-client.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";
import { addEndpoint } from "../support/webhooks/webhook-partner.ts";
import { startReceiver } from "../support/webhooks/webhook-receiver.ts";

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

/** For the guides that go on in the folder of the quick start, which installs the packages itself. */
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
/** npm installs noble from this machine, but asks its cache or the registry which versions exist. The program finds viem above its folder. */
const NOBLE = ["curves", "hashes"].map((name) => `file:${join(ROOT, "node_modules/@noble", name)}`).join(" ");
const INSTALL = `npm install ${HERE}/sdk.tgz viem`;

/** The environment that the quick start leaves behind, with an account of its own. */
async function newAccount() {
	const developer = await registerDeveloper(service.url);
	const { apiKey, apiSecret } = await issueKey(service.url, developer);
	const env = { REPLEVIN_URL: service.url, REPLEVIN_API_KEY: apiKey, REPLEVIN_API_SECRET: apiSecret };
	return { ...developer, env };
}

it("quick start", { timeout: 120_000 }, async () => {
	const cwd = await folderFor("first-case");
	const { stdout } = await runGuide("docs/guides/quick-start.md", {
		cwd,
		replace: { [HERE]: service.url, "9000": String(await claimablePort(0)) },
		adapt: {
			// The programs of the guide are in this folder already.
			"mkdir -p first-case && cd first-case": "cd .. && mkdir -p first-case && cd first-case",
			[INSTALL]: `${INSTALL.replace("viem", NOBLE)} --install-links --prefer-offline --no-audit --no-fund`,
		},
	});
	expect(stdout).toContain('"role":"developer"');
	const { dependencies } = JSON.parse(await readFile(join(cwd, "package.json"), "utf8"));
	expect(dependencies["@replevin/sdk"]).toBe(`${service.url}/sdk.tgz`);
});

it("hosted links", async () => {
	const { env, email, password } = await newAccount();
	const cwd = await folderFor("hosted-links");
	const replace = { [HERE]: service.url, "you@example.com": email, "Correct-horse-7": password };
	// The reader may paste the guide again: the site is there then.
	for (const paste of ["first", "second"]) {
		const { stdout } = await runGuide("docs/guides/hosted-links.md", { cwd, env, replace });
		expect(stdout, paste).toMatch(/\/l\/[\w-]{43}\n/);
	}
});

it("command line", async () => {
	const cwd = await folderFor("command-line");
	const { env } = await newAccount();
	const replace = { [HERE]: service.url, "$PWD/node_modules": join(directory, "node_modules") };
	expect((await runGuide("docs/guides/command-line.md", { cwd, env, replace })).code).toBe(0);
});

it("court orders, with an agent that executes the verified case only", { timeout: 120_000 }, async () => {
	const cwd = await folderFor("court-orders");
	await writeFile(join(cwd, "order.pdf"), pdfFile());
	const { env } = await newAccount();
	const programs = ["agent.mjs"];
	expect((await runGuide("docs/guides/court-orders.md", { cwd, env, programs })).code).toBe(0);
	expect(await runExecutionAgent(cwd)).toEqual({
		output: expect.stringMatching(/^rc_\w+ executed\n$/),
		...{ verified: "executed", unverified: "pending" },
	});
});

it("evidence for courts", async () => {
	const cwd = await folderFor("evidence");
	const [firstCase] = readSection("docs/guides/quick-start.md", "The first case", "js");
	await writeFile(join(cwd, "first-case.mjs"), firstCase?.code ?? "");
	const { env } = await newAccount();
	const replace = { [HERE]: service.url };
	const { stderr } = await runGuide("docs/guides/evidence.md", { cwd, env, replace });
	expect(stderr).toMatch(/^For the court: \S+\/verify#[\w-]{43}$/m);
	expect(stderr).toContain("forged.json is not genuine.");
});

it("errors", async () => {
	const cwd = await folderFor("errors");
	const { env } = await newAccount();
	expect((await runGuide("docs/guides/errors.md", { cwd, env })).stderr).toBe("");
});

it("limits", async () => {
	const cwd = await folderFor("limits");
	const env = { REPLEVIN_URL: service.url };
	expect((await runGuide("docs/guides/limits.md", { cwd, env })).stderr).toBe("");
});

it("estates", async () => {
	const cwd = await folderFor("estates");
	const { env } = await newAccount();
	expect((await runGuide("docs/guides/estates.md", { cwd, env })).code).toBe(0);
});

it("going live", async () => {
	const cwd = await folderFor("going-live");
	const { env, headers } = await newAccount();
	const receiver = await startReceiver();
	try {
		await addEndpoint(partnerAt(service.url, headers), receiver.hook("live"));
		const replace = { [HERE]: service.url, "http://127.0.0.1:9000": receiver.url };
		expect((await runGuide("docs/guides/going-live.md", { cwd, env, replace })).code).toBe(0);
	} finally {
		await receiver.stop();
	}
});

it("deploying", async () => {
	const cwd = await folderFor("deploying");
	const replace = { [HERE]: service.url };
	expect((await runGuide("docs/guides/deploying.md", { cwd, replace })).stderr).toBe("");
});

it("webhooks: the receiver accepts what the service sends, and rejects a forgery", async () => {
	const cwd = await folderFor("webhooks");
	const { env } = await newAccount();
	const port = String(await claimablePort(0));
	const { stdout } = await runGuide("docs/webhooks.md", {
		cwd,
		env,
		replace: { [HERE]: service.url, "9000": port },
		programs: ["receive-events.mjs"],
	});
	const [created = "", watched = ""] = stdout.split(/(?<=\})(?=\{)/);
	const { endpointId, secret, url } = JSON.parse(created);
	expect(JSON.parse(watched)).toEqual({ watched: 1 });
	const receiver = spawn(process.execPath, ["receive-events.mjs"], {
		cwd,
		env: { ...process.env, WEBHOOK_SECRET: secret },
	});
	let output = "";
	for (const stream of [receiver.stdout, receiver.stderr]) stream.on("data", (chunk) => (output += chunk));
	try {
		await until(async () => (await fetch(url).catch(() => undefined)) !== undefined, 20_000);
		const headers = {
			"x-api-key": env.REPLEVIN_API_KEY,
			"x-api-secret": env.REPLEVIN_API_SECRET,
		};
		const test = `${service.url}/api/v1/webhook-endpoints/${endpointId}/test`;
		const sent = await fetch(test, { method: "POST", headers });
		expect(await sent.json()).toMatchObject({ delivered: true, attempt: { httpStatus: 204 } });
		expect(output).toContain("sample recovery_case.created");
		const forged = await fetch(url, {
			method: "POST",
			headers: {
				"replevin-webhook-id": "evt_1",
				"replevin-webhook-timestamp": String(Math.floor(Date.now() / 1000)),
				"replevin-webhook-signature": `v1=${"0".repeat(64)}`,
			},
			body: '{"id":"evt_1"}',
		});
		expect(forged.status).toBe(400);
		expect(output).toContain("The signature does not fit the body.");
	} finally {
		receiver.kill();
		await once(receiver, "exit");
	}
});

describe("verify webhooks in your language", () => {
	let folder: string;
	/** As the service has sent them; the second while a secret is being replaced. */
	let genuine: SignedRequest[];

	beforeAll(async () => {
		folder = await folderFor("webhook-languages");
		const programs = Object.values(LANGUAGES).map(({ program }) => program);
		await runGuide("docs/guides/webhook-languages.md", { cwd: folder, programs });
		genuine = await receiveSamples();
	});

	async function receiveSamples(): Promise<SignedRequest[]> {
		const receiver = await startReceiver();
		try {
			const partner = partnerAt(service.url, (await newAccount()).headers);
			const { endpointId, secret } = await addEndpoint(partner, receiver.hook("languages"));
			for (const action of ["test", "rotate-secret", "test"]) {
				const response = await partner.send(`/webhook-endpoints/${endpointId}/${action}`, {});
				if (!response.ok) throw new Error(await response.text());
			}
			return receiver.received("languages").map(({ body, headers }) => ({ body, headers, secret }));
		} finally {
			await receiver.stop();
		}
	}

	const nowSeconds = () => Math.floor(Date.now() / 1000);

	function signed({
		body = '{"id":"evt_é"}',
		id = "evt_é",
		timestamp = String(nowSeconds()),
		secret = genuine[0]?.secret ?? "",
	}): SignedRequest {
		const key = Buffer.from(secret.slice("whsec_".length), "base64");
		const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
		const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${mac}` };
		return { body, headers, secret };
	}

	function attacks(): SignedRequest[] {
		const [one] = genuine;
		if (one === undefined) throw new Error("nothing was received");
		const signature = one.headers["webhook-signature"] ?? "";
		const withSignature = (value: string) => ({
			...one,
			headers: { ...one.headers, "webhook-signature": value },
		});
		return [
			{ ...one, body: one.body.replace("created", "pending") },
			{ ...one, body: "" },
			{ ...one, headers: {} },
			{ ...one, headers: { ...one.headers, "webhook-id": "evt_other" } },
			{ ...one, secret: `whsec_${Buffer.alloc(32).toString("base64")}` },
			...["", "v1,", signature.slice(0, -4), signature.replace("v1,", "v2,"), `${signature}x`].map(
				withSignature,
			),
			...[-301, 302].map((by) => signed({ timestamp: String(nowSeconds() + by) })),
			...["", "now", "-1", "1e10", "9".repeat(400)].map((timestamp) => signed({ timestamp })),
			signed({ id: "evt_1", body: '{"id":"evt_2"}' }),
			// A setting that was forgotten must not be a key that everybody knows.
			...["", "whsec_"].map((secret) => signed({ secret })),
		];
	}

	it.for(Object.keys(LANGUAGES) as LanguageName[])(
		"%s accepts what the service sends, and nothing else",
		async (name, { skip }) => {
			if (!isAtHand(name)) skip(`${name} is not installed here`);
			expect(genuine.map(({ headers }) => headers["webhook-signature"]?.split(" ").length)).toEqual([1, 2]);
			const good = [...genuine, signed({})];
			const bad = attacks();
			expect(await verdictsOf(name, folder, [...good, ...bad])).toEqual([
				...good.map(({ body }) => JSON.parse(body).id),
				...bad.map(() => null),
			]);
		},
	);
});
