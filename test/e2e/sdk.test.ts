/** The SDK on a page of another origin, in a real browser, against the real service (sdk.md "The package"). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { executeSql } from "../../scripts/operator/database.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { registerDeveloper } from "../support/service/service-client.ts";
import { claimant, newIntent } from "../support/signing/signing.ts";
import { blocksOf, readExampleBundle } from "../support/signing/signing-document.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What a partner's bundler makes of a page that uses all entries. */
const PAGE_SCRIPT = `
	import * as client from "./index.ts";
	import * as evidence from "./evidence.ts";
	import * as signing from "./signing.ts";
	globalThis.sdk = { ...client, ...evidence, ...signing };
`;

let app: App;
let partner: Server;
let page: Page;

beforeAll(async () => {
	const { outputFiles } = await build({
		stdin: { contents: PAGE_SCRIPT, resolveDir: join(ROOT, "sdk/src") },
		...{ bundle: true, format: "esm", target: "es2022", write: false },
	});
	const script = outputFiles[0]?.text ?? "";
	partner = createServer((request, response) => {
		response.setHeader("Content-Type", request.url === "/" ? "text/html" : "text/javascript");
		response.end(request.url === "/" ? '<script type="module" src="/page.js"></script>' : script);
	}).listen(0, "localhost");
	app = await startApp();
	await registerDeveloper(app.url);
	const origin = `http://localhost:${(partner.address() as AddressInfo).port}`;
	const allow = `INSERT INTO origins SELECT 'org_1', '${origin}', developer_id, 'allowed', 1, 1, NULL, NULL FROM developers`;
	await executeSql({ kind: "local", stateDir: app.stateDir }, [allow]);
	page = await (await app.browser.newContext()).newPage();
	// The wallet's key stays in the test.
	await page.exposeFunction("signMessage", (message: string) => claimant.signMessage({ message }));
	await page.exposeFunction("signTypedData", (typedData: never) => claimant.signTypedData(typedData));
	await page.goto(`${origin}/`);
	await page.waitForFunction(() => "sdk" in globalThis);
});
afterAll(async () => {
	partner?.close();
	await app?.stop();
});

type NewCaseRequest = Extract<import("../../sdk/src/signing.ts").SigningRequest, { message: "NewCase" }>;
type Sdk = typeof import("../../sdk/src/index.ts") &
	typeof import("../../sdk/src/signing.ts") &
	typeof import("../../sdk/src/evidence.ts");
declare const sdk: Sdk;
declare const signMessage: (message: string) => Promise<`0x${string}`>;
declare const signTypedData: (typedData: object) => Promise<`0x${string}`>;

it("reads the configuration, and makes the message that the service makes", async () => {
	const nonce = `0x${"12".repeat(32)}` as const;
	const [made, prepared] = await page.evaluate(
		async ({ baseUrl, ownerAddress, nonce }) => {
			const replevin = new sdk.Replevin({ baseUrl });
			const { appUrl: service, terms } = await replevin.config();
			const { version, documentHash } = terms;
			const request = {
				message: "Agreement",
				service,
				ownerAddress,
				nonce,
				version,
				documentHash,
			} as const;
			return [sdk.typedData(request), await replevin.prepare(request)];
		},
		{ baseUrl: app.url, ownerAddress: claimant.address, nonce },
	);
	expect(made).toEqual(prepared);
});

it("opens a wallet's session on an allowed page, files its case and lists it", async () => {
	const { rec, txs } = newIntent();
	const [filed, listed, events, others] = await page.evaluate(
		async ({ baseUrl, address, request }) => {
			const wallet = { address, signMessage: ({ message }: { message: string }) => signMessage(message) };
			const { accessToken } = await new sdk.Replevin({ baseUrl }).auth.signIn(wallet, 8453);
			const replevin = new sdk.Replevin({ baseUrl, accessToken });
			const prepared = sdk.typedData(request);
			const filed = await replevin.submit(prepared, await signTypedData(prepared.typedData));
			const listed = await replevin.cases.list().toArray({ limit: 9 });
			const events = await replevin.cases.events(filed.caseId).toArray({ limit: 9 });
			const link = await replevin.cases.evidenceLinks.create(filed.caseId);
			// Every page may send these, and none of them takes a credential.
			const { status } = await replevin.health();
			const { brand } = await replevin.config();
			const again = await replevin.prepare(request);
			const { chainId } = request.case;
			const account = request.case.lostAccount as `0x${string}`;
			const notices = await replevin.cases.notices({ account, chainId }).toArray({ limit: 9 });
			return [
				filed.caseId,
				listed.map(({ caseId }) => caseId),
				events.map(({ event }) => event.type),
				["url" in link, status, brand, again.digest === prepared.digest, notices.length],
			] as const;
		},
		{
			baseUrl: app.url,
			address: claimant.address,
			request: { message: "NewCase", case: rec, transactions: txs } as NewCaseRequest,
		},
	);
	expect(listed).toEqual([filed]);
	expect(events).toEqual(["recovery_case.created"]);
	expect(others).toEqual([true, "ok", "Replevin", true, 1]);
});

it("gives the page a rejection with its code and request id", async () => {
	const error = await page.evaluate(async (baseUrl) => {
		const replevin = new sdk.Replevin({ baseUrl });
		const caught: unknown = await replevin
			.prepare({ message: "Erase", ownerAddress: "0x12" })
			.catch((error) => error);
		return caught instanceof sdk.ApiError
			? { code: caught.code, requestId: caught.requestId }
			: String(caught);
	}, app.url);
	expect(error).toEqual({
		code: "INPUT_VALIDATION_ERROR",
		requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/),
	});
});

it("verifies a bundle without a network", async () => {
	const input = {
		text: readExampleBundle(),
		keys: JSON.parse(blocksOf("The head of a bundle", "json").join("\n")),
	};
	const [genuine, changed, unknown] = await page.evaluate(async ({ text, keys }) => {
		const faults = async (given: string, known = keys) => {
			const verdict = await sdk.verify(given, known);
			return verdict.ok ? [] : verdict.faults.map(({ kind }) => kind);
		};
		const changed = text.replaceAll("lost key", "other");
		return [await faults(text), await faults(changed), await faults(changed, { keys: [] })];
	}, input);
	expect(genuine).toEqual([]);
	expect(changed).toContain("jrc_hash_wrong");
	expect(unknown).toEqual(["key_unknown"]);
});

it("refuses a secret on a page and in a worker of a page", async () => {
	const refusals = await page.evaluate(async () => {
		const options = { baseUrl: "https://replevin.example", apiKey: "sk_a", apiSecret: "ss_b" };
		const onPage = (() => {
			try {
				return String(new sdk.Replevin(options));
			} catch (error) {
				return String(error);
			}
		})();
		const code = `import "${location.origin}/page.js";
			try { new sdk.Replevin(${JSON.stringify(options)}); postMessage("taken"); }
			catch (error) { postMessage(String(error)); }`;
		const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), {
			type: "module",
		});
		const inWorker = new Promise<string>((resolve) => {
			worker.onmessage = ({ data }) => resolve(String(data));
			worker.onerror = ({ message }) => resolve(message);
		});
		return [onPage, await inWorker];
	});
	for (const refusal of refusals) expect(refusal).toContain("everybody who opens it could read apiSecret");
});
