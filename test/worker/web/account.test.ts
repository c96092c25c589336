/**
 * What pages say of an account that a node knows, as a browser without script sees it (recovery.md "What an account is").
 * The test simulates the node; test/unit/accounts has real accounts on a real chain.
 */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { encodeAbiParameters, getAddress, type Hex, parseAbiParameters } from "viem";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { tokenCall } from "../../../src/web/app/recover/make-call.ts";
import { call } from "../../support/contract/worker-client.ts";
import { hiddenFields, newBrowser, signIn } from "../../support/pages.ts";
import { claimant, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newWalletSession } from "../access/support.ts";

const NODE_URL = "https://node.test/";
const [USDC, MARKUP, BROKEN] = [11, 12, 13].map((digits) => `0x${String(digits).repeat(20)}`) as [
	string,
	string,
	string,
];
const LOST = `0x${"5e".repeat(20)}`;
const text = (value: string) => encodeAbiParameters(parseAbiParameters("string"), [value]);
const uint = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;
const settings = {
	...env,
	RPC_URLS: JSON.stringify({ 1: NODE_URL }),
	LISTED_TOKENS: JSON.stringify({ 1: [USDC, MARKUP, BROKEN] }),
	EXPLORERS: JSON.stringify({ 1: "https://explorer.example" }),
};
const held: { success: boolean; data: Hex }[] = [
	...[uint(2_500_000n), text("USDC"), uint(6n)].map((data) => ({ success: true, data })),
	...[uint(7n), text("<b>”x"), uint(300n)].map((data) => ({ success: true, data })),
	...[1, 2, 3].map(() => ({ success: false, data: "0x" as const })),
];
const RESULTS = parseAbiParameters(["Result[]", "struct Result { bool success; bytes data; }"]);
const node = { isDown: false, code: "0x", requests: 0 };

function resultOf(method: string): string {
	if (method === "eth_chainId") return "0x1";
	if (method === "eth_getCode") return node.code;
	if (method === "eth_getBalance") return "0x14d1120d7b160000";
	return encodeAbiParameters(RESULTS, [held]);
}

beforeEach(() => {
	Object.assign(node, { isDown: false, code: "0x", requests: 0 });
	const real = globalThis.fetch;
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		if (input !== NODE_URL) return real(input, init);
		node.requests++;
		if (node.isDown) return new Response(null, { status: 502 });
		const { method } = JSON.parse(String(init?.body)) as { method: string };
		return Response.json({ jsonrpc: "2.0", id: 1, result: resultOf(method) });
	});
});
afterEach(() => {
	vi.restoreAllMocks();
});

const app = createApp();
const browserOf = (language = "en", changed: object = {}) =>
	newBrowser(language, {}, async (request) =>
		app.fetch(request, { ...settings, ...changed }, createExecutionContext()),
	);
const look = (query: string) => `/recover/check?account=${LOST}&chainId=1&${query}`;

describe("the check before a recovery, with the account's address", () => {
	it("answers by the network what kind of account it is, and what it holds", async () => {
		const { status, html } = await browserOf().get(look("look=1"));
		expect(status).toBe(200);
		for (const words of [
			"One key opens this account.",
			"1.5 ETH",
			"2.5 “<bdi>USDC</bdi>”",
			// Without decimals that a token can have, the amount stays in smallest units.
			`7 smallest units of the token ${MARKUP}`,
			"a token on our list could not be read",
			`href="https://explorer.example/address/${getAddress(LOST)}"`,
			'rel="noreferrer noopener"',
		])
			expect(html).toContain(words);
		expect(html).not.toContain("What kind of account is it?");
		expect(html).not.toContain('id="verdict"');
		const end = await browserOf().get(look("others=nobody&cause=lost&holds=coin"));
		expect(end.html).toContain('id="verdict">Only the key opens this account');
	});

	it("takes it from nobody but the visitor that one key opens the account", async () => {
		const answers = "others=nobody&cause=lost&holds=token";
		const on = (kind: string) =>
			`href="/recover?checked=1&amp;reason=lost&amp;account=${LOST}&amp;chainId=1${kind}"`;
		expect((await browserOf().get(look(answers))).html).toContain(on(""));
		expect((await browserOf().get(look(`${answers}&kind=key`))).html).toContain(on("&amp;kind=key"));
		const smart = await browserOf().get(look(`${answers}&kind=smart`));
		expect(smart.html).toContain('id="verdict">Ask the maker of the wallet first');
	});

	it("asks what the network cannot say: of an unknown contract, without a node, and while it is silent", async () => {
		node.code = "0x6001";
		const contract = await browserOf().get(look("look=1"));
		expect(contract.html).toContain("This is a contract that we do not know.");
		expect(contract.html).toContain("What kind of account is it?");
		const other = await browserOf("es").get(`/recover/check?account=${LOST}&chainId=10&look=1`);
		expect([other.status, other.html.includes("No podemos consultar cuentas de esa red.")]).toEqual([
			200,
			true,
		]);
		node.isDown = true;
		const silent = await browserOf().get(look("look=1"));
		expect([silent.status, silent.html.includes("The network cannot be asked right now.")]).toEqual([
			200,
			true,
		]);
	});

	it("rejects what is no address, and asks no node", async () => {
		const { status, html } = await browserOf().get("/recover/check?account=0x12&chainId=1&look=1");
		expect([status, html.includes('href="#account"'), node.requests]).toEqual([400, true, 0]);
	});

	it("is paid by the visitor's own budget", async () => {
		const browser = browserOf("en", { BUDGETS: JSON.stringify({ node_requests: { anonymous: 12 } }) });
		const first = await browser.get(look("look=1"));
		expect(first.html).toContain("One key opens this account.");
		const asked = node.requests;
		expect((await browser.get(look("look=1"))).html).toContain("The network cannot be asked right now.");
		expect(asked).toBe(4);
	});
});

describe("the holdings at /recover", () => {
	async function begin(draft: object = {}) {
		const browser = browserOf();
		await signIn(browser, claimant);
		const start = {
			step: "lost",
			go: "what",
			draft: JSON.stringify(draft),
			lostAccount: LOST,
			chainId: "1",
			reason: "inheritance",
		};
		let { html } = await browser.post("/recover", { ...start, email: "" });
		const act = async (what: string, more = {}) => {
			const page = await browser.post("/recover", {
				step: "what",
				draft: hiddenFields(html).draft ?? "",
				act: what,
				...more,
			});
			html = page.html;
			return page;
		};
		return { act };
	}

	it("are listed once, and all of them become transactions to the claimant", async () => {
		const { act } = await begin();
		const shown = await act("holdings");
		for (const words of ["1.5 ETH", "2.5 “<bdi>USDC</bdi>”", "Amounts are fixed when you sign."])
			expect(shown.html).toContain(words);
		expect(shown.html).toContain("A token on this service’s list could not be read");
		expect(shown.html).not.toContain("<b>");
		const asked = node.requests;
		const all = await act("hold:all");
		expect(all.html).toContain(`Sends 1.5 ETH to ${claimant.address}.`);
		expect(all.html).toContain("Exactly: 2500000 smallest units of the token");
		const txs = JSON.parse(hiddenFields(all.html).draft ?? "{}").txs;
		expect(txs).toHaveLength(3);
		const again = await act("hold:0");
		expect(JSON.parse(hiddenFields(again.html).draft ?? "{}").txs).toEqual(txs);
		expect(node.requests).toBe(asked);
	});

	it("can be sent one by one, so that each has a case", async () => {
		const { act } = await begin();
		await act("holdings");
		const { html } = await act("hold:coin");
		expect(JSON.parse(hiddenFields(html).draft ?? "{}").txs).toEqual([
			{ dest: claimant.address, value: "1500000000000000000", data: "0x" },
		]);
	});

	it("are sent without the coin from an account of one key, which only that key can send", async () => {
		const { act } = await begin({ kind: "key" });
		const shown = await act("holdings");
		expect(shown.html).toContain("only that key can send ETH");
		expect(shown.html).not.toMatch(/value="hold:coin"|name="coinAmount"/);
		const { txs } = JSON.parse(hiddenFields((await act("hold:all")).html).draft ?? "{}");
		expect(txs).toHaveLength(2);
	});

	it("cannot be told without the node, and what was typed stays", async () => {
		node.isDown = true;
		const { act } = await begin();
		const { html } = await act("holdings", { coinAmount: "3,x" });
		expect(html).toContain("The network cannot be asked right now.");
		expect(html).toContain('value="3,x"');
	});
});

it("a petition leaves it open who can act for an account without code", async () => {
	const intent = newIntent({ lostAccount: LOST, chainId: 1 });
	const transfer = tokenCall(USDC, claimant.address, 7n);
	const body = await newCaseBody({ ...intent, txs: [transfer] });
	const filed = await call("/recovery-cases/new-case", { body, headers: await newWalletSession(claimant) });
	const { caseId } = await filed.json<{ caseId: string }>();
	const browser = browserOf();
	await signIn(browser, claimant);
	const petition = (await browser.get(`/cases/${caseId}/petition`)).html;
	expect(petition).toContain(
		"[If one key opens the account:] Only the issuer of the token can carry this out.",
	);
	expect(petition).toContain("[If somebody can act for the account:] Whoever can act for the account");
	const exhibit = (await browser.get(`/cases/${caseId}/exhibit`)).html;
	expect(exhibit).toContain("The network shows no contract at this account. If one key opens it");
});

describe("the sign-in on a phone", () => {
	it("has the page's own address as a code, but not on the way through a hosted link", async () => {
		const own = await browserOf().get("/sign-in?next=%2Festate");
		expect(own.html).toContain('aria-label="QR code with the address of this page"');
		expect(own.html).toContain(`${env.BASE_URL}/sign-in?next=%2Festate`);
		const linked = await browserOf().get("/sign-in?next=%2Frecover%3Flink%3Dhl_1");
		expect(linked.html).not.toContain('class="qr"');
	});
});
