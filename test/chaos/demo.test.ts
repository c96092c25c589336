// demo.md "The story".
/** `npm run demo` as a newcomer runs it: its story, every printed link and credential, and its end (demo.md). */
import { exec } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPublicClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attachOrder, fileThroughLink } from "../../scripts/demo/claimant.ts";
import { approve } from "../../scripts/demo/people.ts";
import { verify } from "../../sdk/src/evidence.ts";
import { Replevin } from "../../sdk/src/index.ts";
import { environment, type Service, startService } from "../support/service/service.ts";
import { openWalletSession, partnerAt } from "../support/service/service-client.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";

const PROGRAM = ["npm", "run", "--silent", "demo", "--", "--fast", "--no-browser"] as const;
const FREE_PORTS = ["--shop-port", "0", "--chain-port", "0"] as const;
/** What the issue of the demo promises; alone it takes about ten. */
const PROMISED_SECONDS = 60;
const TERMINAL_COLUMNS = 80;
const EXECUTED_WITHIN_MS = 30_000;

let folder: string;
let demo: Service;
const shown = (pattern: RegExp): string => pattern.exec(demo.output())?.[1] ?? `nothing like ${pattern}`;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "replevin-demo-test-"));
	demo = await startService({
		stateDir: join(folder, "state"),
		program: [...PROGRAM, ...FREE_PORTS],
		isReady: /The shop {2,}(http:\S+)[\s\S]*6\. Watch the page/,
	});
});
afterAll(async () => {
	await demo?.killTree();
	await rm(folder, { recursive: true, force: true });
});

const readPage = async (url: string, cookie = "") => {
	const response = await fetch(url, { headers: { Accept: "text/html", Cookie: cookie } });
	return { status: response.status, html: await response.text() };
};

/** The e-mail address and the password that stand below a heading. */
function loginBelow(heading: string) {
	const [, email = "", password = ""] =
		new RegExp(`${heading}[\\s\\S]*?E-mail and password +(\\S+) +(\\S+)`).exec(demo.output()) ?? [];
	return { email, password };
}

/** Signs in on the page, with its form. */
async function signIn(url: string, login: { email: string; password: string }): Promise<string> {
	const response = await fetch(url, {
		method: "POST",
		headers: { Origin: new URL(url).origin, Accept: "text/html" },
		body: new URLSearchParams(login),
		redirect: "manual",
	});
	const cookie = response.headers.getSetCookie().find((each) => each.startsWith("access_token="));
	return cookie?.split(";")[0] ?? `signing in responded with ${response.status}`;
}

const wallet = () => privateKeyToAccount(shown(/Private key to import +(0x\w+)/) as `0x${string}`);
const serviceUrl = () => new URL(shown(/Sign in +(http\S+)/)).origin;

describe("the story", () => {
	it("is told in less than a minute, with all of its steps done and seven verified webhooks", () => {
		expect(Number(shown(/Done in (\d+) seconds/))).toBeLessThan(PROMISED_SECONDS);
		expect(demo.output()).not.toContain("✗");
		expect(demo.output()).not.toContain("\u001b[");
		const steps = [...demo.output().matchAll(/^( {2}✓ .+) \(\d+\.\d s\)$/gm)];
		expect(steps).toHaveLength(20);
		// The times may have two digits before the point.
		const longest = TERMINAL_COLUMNS - " (10.0 s)".length;
		expect(steps.map(([, line = ""]) => line).filter((line) => line.length > longest)).toEqual([]);
		const webhooks = [...demo.output().matchAll(/↳ shop: webhook (\S+) received, signature verified/g)];
		expect(webhooks.map(([, type]) => type)).toEqual([
			"recovery_case.created",
			...["recovery_case.pending", "recovery_case.pending"],
			"recovery_case.executed",
			...["recovery_case.created", "recovery_case.pending", "recovery_case.pending"],
		]);
	});

	it("executes by the module what two reviewers have approved, and nothing that its account has stopped", () => {
		expect(demo.output()).toMatch(/as the court has ordered:\n +0x[0-9a-f]{64}\n/);
		expect(demo.output()).toMatch(/nobody can execute it .*\n +The module rejects the call: NotScheduled\n/);
	});

	it("names the entry of the history that a changed word breaks", () => {
		expect(demo.output()).toMatch(/was changed is rejected .*\n {4}Entry 3 of its history does not hold:\n/);
	});
});

describe("what is left running", () => {
	it("takes the operator's command as it is printed", async () => {
		const command = shown(/^ +(npm run reviewer .+)$/m);
		const { stdout } = await promisify(exec)(command, { env: environment() });
		expect(stdout).toContain("reviewer@example.com is already a reviewer.");
	});

	it("is a shop on 127.0.0.1 with its case and its webhooks, and the service on another host", async () => {
		const { html } = await readPage(demo.url);
		expect(html.match(/✓ verified/g)).toHaveLength(7);
		expect(html).toContain("carried out");
		expect(new URL(demo.url).hostname).toBe("127.0.0.1");
		expect(new URL(serviceUrl()).hostname).toBe("localhost");
	});

	it("is a shop that rejects a webhook that the service has not sent", async () => {
		const headers = {
			"webhook-id": "evt_1",
			"webhook-timestamp": String(Math.floor(Date.now() / 1000)),
			"webhook-signature": "v1,AAAA",
		};
		const body = JSON.stringify({ id: "evt_1", type: "recovery_case.executed", data: { caseId: "rc_1" } });
		const { status } = await fetch(new URL("/webhooks", demo.url), { method: "POST", headers, body });
		expect(status).toBe(400);
		const large = fetch(new URL("/webhooks", demo.url), { method: "POST", headers, body: "x".repeat(1e5) });
		const response = await large.then(
			({ status }) => status,
			() => "the connection has ended",
		);
		// It was not read to its end, so its signature was not judged.
		expect([502, "the connection has ended"]).toContain(response);
		expect((await readPage(demo.url)).html).not.toContain("rc_1<");
	});

	it("is evidence that verifies without the service, behind a link and as a file", async () => {
		const url = new URL(shown(/The evidence {2,}(http\S+)/));
		expect((await readPage(url.href)).html).toContain("Evidence file");
		const linked = await new Replevin({ baseUrl: url.origin }).cases.evidenceLinks
			.read({ token: url.hash.slice(1) })
			.asResponse();
		const file = shown(/The same as a file +(\S+)/);
		const keys: unknown = JSON.parse(readFileSync(join(file, "../evidence-jwks.json"), "utf8"));
		for (const text of [await linked.text(), readFileSync(file, "utf8")])
			expect(await verify(text, keys)).toMatchObject({ ok: true, report: { status: "executed" } });
	});

	it("has pages for the shop's developer and the reviewer, who sign in with what is printed", async () => {
		const developer = await signIn(
			shown(/As the shop's developer\s+Sign in +(\S+)/),
			loginBelow("As the shop's developer"),
		);
		for (const label of ["The case", "A printout for a court"]) {
			const url = shown(new RegExp(`shop's developer[\\s\\S]*?${label} +(\\S+)`));
			const { status, html } = await readPage(url, developer);
			expect([url, status]).toEqual([url, 200]);
			expect(html).toContain(shown(/The claim is case (rc_\w+)/));
		}
		const reviewer = await signIn(shown(/As the reviewer\s+Sign in +(\S+)/), loginBelow("As the reviewer"));
		expect((await readPage(`${serviceUrl()}/review`, reviewer)).status).toBe(200);
		expect((await readPage(`${serviceUrl()}/review`, developer)).status).toBe(403);
	});

	it("has a page of the case for the customer's wallet, on the network that is printed", async () => {
		const [rpcUrl, chainId] = [
			shown(/RPC URL of the network +(\S+)/),
			Number(shown(/chain id, currency +(\d+)/)),
		];
		expect(await createPublicClient({ transport: http(rpcUrl) }).getChainId()).toBe(chainId);
		const session = { address: wallet().address, chainId, signer: wallet() };
		const { Authorization } = await openWalletSession(partnerAt(serviceUrl(), {}), session);
		const url = shown(/As the customer[\s\S]*?The case +(\S+)/);
		const { html } = await readPage(url, `wallet=${Authorization.slice("Bearer ".length)}`);
		expect(html).toContain("carried out");
	});
});

it("lets the second customer's account be recovered as it says, once both reviewers have approved", async () => {
	const link = shown(/2\. Open (\S+)/);
	expect((await readPage(link)).html).toContain(`${new URL(demo.url).host} has sent you here`);
	const caseId = await fileThroughLink(link, wallet());
	const document = new Blob([new Uint8Array(pdfFile())], { type: "application/pdf" });
	await attachOrder(serviceUrl(), wallet(), { caseId, document });
	const visitor = new Replevin({ baseUrl: serviceUrl() });
	const opened = await visitor.auth.login(loginBelow("As the reviewer"));
	const accessToken = "challenge" in opened ? undefined : opened.accessToken;
	const reviewer = new Replevin({ baseUrl: serviceUrl(), accessToken: String(accessToken) });
	const decision = { decision: "verify_order", reason: "Compared with the court's register." } as const;
	await reviewer.review.decideCase(caseId, decision);
	const wallets = [1, 2].map((at) => {
		const privateKey = shown(new RegExp(`Key of reviewer ${at} +(0x\\w+)`)) as `0x${string}`;
		return { replevin: reviewer, wallet: { privateKey, account: privateKeyToAccount(privateKey) } };
	});
	await approve(wallets, caseId);
	const status = async () => (await reviewer.review.getCase(caseId)).status;
	await expect.poll(status, { timeout: EXECUTED_WITHIN_MS }).toBe("executed");
	await expect.poll(async () => (await readPage(demo.url)).html.match(/✓ verified/g)?.length).toBe(11);
});

it("ends everything with Ctrl-C, and keeps the data only in the folder that was named", async () => {
	demo.pressCtrlC();
	// npm ends by the same signal, or passes on the demo's own code.
	expect([0, null]).toContain(await demo.exited);
	await expect.poll(() => demo.processes()).toEqual([]);
	expect(demo.output()).toContain(`the data is in ${join(folder, "state")}.`);
	expect(readdirSync(join(folder, "state"))).toContain("evidence.json");
});

describe("a demo that cannot start", () => {
	const start = (args: string[], env = {}) =>
		startService({
			stateDir: join(folder, "other"),
			program: [...PROGRAM, ...args],
			env: environment(env) as Record<string, string>,
		}).then(
			() => "it has started",
			(error: Error) => error.message,
		);

	it("names the taken port and the option for another one", async () => {
		const taken = createServer();
		const port = await new Promise<number>((resolve) =>
			taken.listen(0, "127.0.0.1", () => resolve(Object(taken.address()).port)),
		);
		const message = await start(["--shop-port", String(port), "--chain-port", "0"]);
		taken.close();
		expect(message).toContain("ended with code 1");
		expect(message).toContain(`Port ${port} is in use by another program`);
		expect(message).toContain("npm run demo -- --shop-port 0");
	});

	it("says that anvil cannot be started, and ends the service that it has begun to start", async () => {
		const message = await start([...FREE_PORTS], { ANVIL_PATH: join(folder, "no-anvil") });
		expect(message).toContain("ended with code 1");
		expect(message).toMatch(/The demo has failed\. anvil could not be started \(.*no-anvil/);
	});
});
