/**
 * A token's name, symbol and decimals, asked at a node that the test simulates (recovery.md "What a token's contract
 * says"). test/unit/tokens has real contracts on a real chain.
 */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { tokenCall } from "../../../src/web/app/recover/make-call.ts";
import { type CallOptions, callOn } from "../../support/contract/openapi-client.ts";
import { hiddenFields, newBrowser, signIn } from "../../support/pages.ts";
import { claimant, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newAnonymous, newWallet, newWalletSession } from "../access/support.ts";
import { newPartner } from "./support.ts";

const CHAIN_ID = 8453;
const NODE_URL = "https://node.test/";
const TOKEN = "0x4200000000000000000000000000000000000042";
const PATH = `/tokens/${CHAIN_ID}/${TOKEN}`;
const settings = { ...env, RPC_URLS: JSON.stringify({ [CHAIN_ID]: NODE_URL }) };

const text = (value: string) => encodeAbiParameters(parseAbiParameters("string"), [value]);
const results = (): Record<string, Hex> => ({
	"0x06fdde03": text("USD Coin"),
	"0x95d89b41": text("USDC"),
	"0x313ce567": `0x${"6".padStart(64, "0")}`,
});
const node = { results: results(), code: "0x60", isDown: false, requests: [] as string[] };

beforeEach(() => {
	Object.assign(node, { results: results(), code: "0x60", isDown: false, requests: [] });
	const real = globalThis.fetch;
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		if (input !== NODE_URL) return real(input, init);
		const { method, params } = JSON.parse(String(init?.body)) as { method: string; params: unknown[] };
		node.requests.push(method);
		if (node.isDown) return new Response(null, { status: 502 });
		return Response.json({ jsonrpc: "2.0", id: 1, ...resultOf(method, params[0]) });
	});
});
afterEach(() => {
	vi.restoreAllMocks();
});

function resultOf(method: string, first: unknown): object {
	if (method === "eth_chainId") return { result: `0x${CHAIN_ID.toString(16)}` };
	if (method === "eth_getCode") return { result: node.code };
	const result = node.results[(first as { data: string }).data];
	return result === undefined ? { error: { code: 3, message: "execution reverted" } } : { result };
}

const app = createApp();
const fetchWithNode = (changed: object = {}) => {
	return async (request: Request) =>
		app.fetch(request, { ...settings, ...changed }, createExecutionContext());
};
const ask = async (headers: CallOptions["headers"], path = PATH, changed = {}) =>
	callOn(fetchWithNode(changed))("GET", path, { headers: headers ?? {} });

describe("GET /tokens/{chainId}/{address}", () => {
	it("tells wallets, developers and anonymous sessions what the contract says", async () => {
		const callers = [await newWalletSession(newWallet()), (await newPartner()).headers, await newAnonymous()];
		for (const headers of callers) {
			const { status, body } = await ask(headers, PATH.toLowerCase());
			expect([status, body]).toEqual([
				200,
				{ chainId: CHAIN_ID, address: TOKEN, name: "USD Coin", symbol: "USDC", decimals: 6 },
			]);
		}
		expect((await ask({})).status).toBe(401);
	});

	it("is null for what the contract does not tell", async () => {
		node.results = { "0x95d89b41": `0x${Buffer.from("MKR").toString("hex").padEnd(64, "0")}` };
		const { body } = await ask((await newPartner()).headers);
		expect(body).toMatchObject({ name: null, symbol: "MKR", decimals: null });
	});

	it("is 404 at an address without code, and on a chain without a node, which is told", async () => {
		const { headers } = await newPartner();
		node.code = "0x";
		const empty = await ask(headers);
		expect([empty.status, empty.body.error.message]).toEqual([404, expect.stringContaining("no contract")]);
		expect(empty.body.error.details).toMatchObject([{ field: "address", rule: "no_contract" }]);
		const other = await ask(headers, `/tokens/10/${TOKEN}`);
		expect([other.status, other.body.error.message]).toEqual([
			404,
			expect.stringContaining("no node for chain 10"),
		]);
		expect(other.body.error.details).toBeUndefined();
		const wrong = await ask(headers, `/tokens/${CHAIN_ID}/0x12`);
		expect([wrong.status, wrong.body.error.details[0].field]).toEqual([400, "address"]);
	});

	it("is 503 while the node does not respond, and no log names the token", async () => {
		const logged: unknown[] = [];
		for (const level of ["log", "info", "warn", "error"] as const) {
			vi.spyOn(console, level).mockImplementation((...line) => logged.push(...line));
		}
		const { headers } = await newPartner();
		await ask(headers);
		node.isDown = true;
		const { status, headers: sent } = await ask(headers);
		expect([status, sent.get("Retry-After")]).toEqual([503, "10"]);
		expect(logged.length).toBeGreaterThan(0);
		expect(JSON.stringify(logged).toLowerCase()).not.toContain(TOKEN.slice(2).toLowerCase());
	});

	it("costs the caller's budget five requests to the node", async () => {
		const headers = await newWalletSession(newWallet());
		const BUDGETS = JSON.stringify({ node_requests: { wallet: 12 } });
		const statuses: number[] = [];
		for (let count = 0; count < 3; count++) statuses.push((await ask(headers, PATH, { BUDGETS })).status);
		expect(statuses).toEqual([200, 200, 429]);
		expect(node.requests).toHaveLength(10);
	});
});

describe("the form for a token at /recover", () => {
	async function begin(language = "en") {
		const browser = newBrowser(language, {}, fetchWithNode());
		await signIn(browser, claimant);
		const { html } = await browser.post("/recover", {
			...{ step: "lost", go: "what", draft: "{}", chainId: String(CHAIN_ID), reason: "lost key", email: "" },
			lostAccount: newWallet().address,
		});
		let draft = hiddenFields(html).draft ?? "";
		const add = async (tokenDecimals: string, tokenAmount = "2.5") => {
			const fields = { token: TOKEN, tokenAmount, tokenDecimals, tokenTo: claimant.address };
			const page = await browser.post("/recover", { step: "what", draft, act: "add:token", ...fields });
			draft = hiddenFields(page.html).draft ?? "";
			return page;
		};
		return { browser, add, draft: () => draft };
	}

	it("takes the contract's decimals, and shows its name as its own word", async () => {
		const { browser, add, draft } = await begin();
		const { html } = await add("");
		const words = `Sends 2.5 “USDC” (token ${TOKEN.slice(0, 6)}…${TOKEN.slice(-4)}, with 6 decimals, by its own word)`;
		expect(html).toContain(words);
		expect(html).toContain(`Exactly: 2500000 smallest units of the token ${TOKEN}.`);
		expect(html).toContain("The contract calls itself “<bdi>USD Coin</bdi>”, “<bdi>USDC</bdi>”.");
		expect(html).toContain("Anyone can make a contract say this");
		const read = await browser.post("/recover", { step: "what", draft: draft(), go: "read" });
		expect(read.html).toContain(words);
		// The draft keeps what the node said of the token, and of the lost account since the step before.
		const asked = node.requests.length;
		const kept = hiddenFields(read.html).draft ?? "";
		const again = await browser.post("/recover", { step: "what", draft: kept, go: "read" });
		expect(again.html).toContain(words);
		expect(node.requests).toHaveLength(asked);
	});

	it("warns of data for an account that is no contract, before the signature", async () => {
		node.code = "0x";
		const { browser, add, draft } = await begin();
		await add("6");
		const read = await browser.post("/recover", { step: "what", draft: draft(), go: "read" });
		expect(read.html).toContain(`Number 1 sends data to ${TOKEN}, which is no contract on this network.`);
		node.code = "0x60";
		const other = await begin();
		await other.add("");
		const clean = await other.browser.post("/recover", { step: "what", draft: other.draft(), go: "read" });
		expect(clean.html).not.toContain("is no contract on this network");
	});

	it("speaks Spanish", async () => {
		const { html } = await (await begin("es")).add("", "2,5");
		expect(html).toContain("El contrato se llama a sí mismo «<bdi>USD Coin</bdi>», «<bdi>USDC</bdi>».");
		expect(html).not.toContain("calls itself");
	});

	it("rejects decimals that the contract contradicts", async () => {
		const { html, status } = await (await begin()).add("18");
		expect([status, html.includes("The contract says 6.")]).toEqual([400, true]);
	});

	it("escapes what a contract says", async () => {
		node.results["0x06fdde03"] = text('<img src=x onerror="alert(1)">');
		const { html } = await (await begin()).add("");
		expect(html).toContain("&lt;img src=x");
		expect(html).not.toContain("<img src=x");
	});

	it("lets no contract end the quotation of its name, to go on in the page's voice", async () => {
		node.results["0x06fdde03"] = text("USDC”. Checked by us, tick it. “");
		const { html } = await (await begin()).add("");
		expect(html).toContain("“<bdi>USDC&#39;. Checked by us, tick it. &#39;</bdi>”");
	});

	it("works without the node, with decimals that are typed", async () => {
		node.isDown = true;
		const { add } = await begin();
		const { status, html } = await add("");
		expect([status, html.includes("does not tell its decimals")]).toEqual([400, true]);
		const typed = await add("6");
		expect(typed.html).toContain("with 6 decimals, as you stated");
		expect(typed.html).not.toContain("calls itself");
	});
});

describe("the papers for a court", () => {
	it.each([
		["0x", false],
		["0x60", true],
	] as const)(
		"name the issuer only where the network shows no contract: code %s",
		async (code, isContract) => {
			node.code = code;
			const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
			const call = tokenCall(usdc, claimant.address, 2_500_000_000n);
			const { rec } = newIntent({ lostAccount: newWallet().address, chainId: CHAIN_ID });
			const intent = { rec, txs: [{ ...call, data: call.data as Hex }] };
			const { send } = await newPartner();
			const filed = await send("/recovery-cases/new-case", await newCaseBody(intent));
			const { caseId } = await filed.json<{ caseId: string }>();
			const browser = newBrowser("en", {}, fetchWithNode());
			await signIn(browser, claimant);
			const petition = await browser.get(`/cases/${caseId}/petition`);
			const exhibit = await browser.get(`/cases/${caseId}/exhibit`);
			const replaced = "order Circle to replace the 2,500 USDC held by";
			expect([petition.status, exhibit.status]).toEqual([200, 200]);
			expect(petition.html.includes("[If somebody can act for the account:]")).toBe(!isContract);
			expect(petition.html.includes(replaced)).toBe(!isContract);
			expect(exhibit.html.includes("If one key opens it, only the issuer")).toBe(!isContract);
		},
	);
});
