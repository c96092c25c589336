/**
 * `/recover` as a browser without script sees it (hosted-app.md "Recovering").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { env } from "cloudflare:workers";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { call } from "../../support/contract/worker-client.ts";
import { hiddenFields, messageIn, newBrowser, signed, signIn } from "../../support/pages.ts";
import { claimant, newCaseBody, newIntent, stranger } from "../../support/signing/signing.ts";
import { newWalletSession } from "../access/support.ts";

let accounts = 0;
const newLostAccount = () => `0x5e${(++accounts).toString(16).padStart(38, "0")}`;
const somebody = "0xabababababababababababababababababababab";
/** Not on the list of tokens that the pages know. */
const token = "0x4200000000000000000000000000000000000042";
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

type Fields = Record<string, string>;

async function newClaimant(language?: string) {
	const browser = newBrowser(language);
	await signIn(browser, claimant);
	const post = (fields: Fields) => browser.post("/recover", fields);
	return { browser, post };
}

/** Up to the list of transactions. @returns the draft's hidden field */
async function begin(post: (fields: Fields) => Promise<{ html: string }>, lostAccount = newLostAccount()) {
	const { html } = await post({
		...{ step: "lost", go: "what", draft: "{}" },
		...{ lostAccount, chainId: "8453", reason: "lost key", email: "" },
	});
	return { html, draft: hiddenFields(html).draft ?? "" };
}

const addCoin = (draft: string, to: string, amount = "1.5") => ({
	...{ step: "what", draft, act: "add:coin" },
	...{ coinAmount: amount, coinTo: to },
});

describe("/recover", () => {
	it("leads from the account to a filed case, and keeps nothing before", async () => {
		const { browser, post } = await newClaimant();
		const start = await browser.get("/recover");
		expect(start.html).toContain(claimant.address);
		const lostAccount = newLostAccount();
		let { draft } = await begin(post, lostAccount);
		const added = await post(addCoin(draft, claimant.address));
		expect(added.html).toContain(`Sends 1.5 ETH to ${claimant.address}.`);
		draft = hiddenFields(added.html).draft ?? "";
		const tokens = await post({
			...{ step: "what", draft, act: "add:token" },
			...{ token, tokenAmount: "2.5", tokenDecimals: "6", tokenTo: claimant.address },
		});
		const amount = (by: string) =>
			`Sends 2.5 (token 0x4200…0042, with 6 decimals, ${by}) to ${claimant.address}.`;
		const exactly = `Exactly: 2500000 smallest units of the token ${token}.`;
		for (const words of [amount("as you stated"), exactly]) expect(tokens.html).toContain(words);
		draft = hiddenFields(tokens.html).draft ?? "";
		const read = await post({ step: "what", draft, go: "read" });
		expect(read.status).toBe(200);
		expect(read.html).toContain(amount("as you stated"));
		expect(read.html).not.toContain('name="tick"');
		const sign = await post({ step: "read", draft, go: "sign" });
		const typedData = JSON.parse(messageIn(sign.html));
		expect(typedData.message.intent).toMatchObject({
			lostAccount: expect.stringMatching(new RegExp(lostAccount, "i")),
			recoveryAccount: claimant.address,
			txs: [{ value: "1500000000000000000" }, { dest: token, value: "0" }],
		});
		expect((await browser.get("/cases")).html).not.toMatch(new RegExp(lostAccount, "i"));
		const fields = { ...hiddenFields(sign.html), step: "sign", go: "sign", draft };
		const filed = await post({ ...fields, signature: await signed(sign.html, claimant) });
		expect([filed.status, filed.location]).toEqual([
			303,
			expect.stringMatching(/^\/recover\/next\/rc_[0-9a-f]{32}$/),
		]);
		const next = await browser.get(filed.location ?? "");
		expect(next.html).toContain("can mail you each step");
		expect(next.html).toMatch(/What to bring.*\/petition".*\/evidence" download.*identity card/s);
		expect(next.html).toContain(`${env.BASE_URL}/cases/rc_`);
		const caseId = /rc_[0-9a-f]{32}/.exec(next.html)?.[0];
		// The page and the paper tell amounts by the decimals that were filed, and whose word they are.
		const page = await browser.get(`/cases/${caseId}`);
		for (const words of [amount("as you stated"), exactly]) expect(page.html).toContain(words);
		const paper = await browser.get(`/cases/${caseId}/exhibit`);
		for (const words of [amount("as the claimant stated"), exactly]) expect(paper.html).toContain(words);
		const evidence = JSON.parse((await browser.get(`/cases/${caseId}/evidence`)).html);
		expect(evidence.history[0].payload.tokenDecimals).toEqual([{ token, decimals: 6 }]);
		const calendar = await browser.get(`/cases/${caseId}/dates.ics`);
		expect(calendar.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
		expect(calendar.html).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
		expect(calendar.html).toMatch(/DTSTART:\d{8}T\d{6}Z\r\n/);
		// The same once more leads to the same case.
		const again = await post({ ...fields, signature: await signed(sign.html, claimant) });
		expect(again.location).toBe(filed.location);
		expect((await post({ step: "what", draft, go: "read" })).html).toContain("has already been filed");
	});

	it("says which quota is used up, and keeps the signature", async () => {
		const { post } = await newClaimant();
		const lostAccount = newLostAccount();
		const { draft } = hiddenFields(
			(await post(addCoin((await begin(post, lostAccount)).draft, claimant.address))).html,
		);
		const sign = await post({ step: "read", draft: draft ?? "", go: "sign" });
		const headers = await newWalletSession(claimant);
		for (let count = 0; count < 5; count++) {
			const body = await newCaseBody(newIntent({ lostAccount }));
			expect((await call("/recovery-cases/new-case", { body, headers })).status).toBe(201);
		}
		const signature = await signed(sign.html, claimant);
		const { status, html } = await post({ step: "sign", go: "sign", draft: draft ?? "", signature });
		expect(status).toBe(429);
		expect(html).toContain("You have reached the limit of open cases for this lost account");
		expect(html).toContain(`${signature}</textarea>`);
	});

	it("keeps what is typed when the language changes, or another transaction is moved or removed", async () => {
		const { browser, post } = await newClaimant();
		const draft =
			hiddenFields((await post(addCoin((await begin(post)).draft, claimant.address))).html).draft ?? "";
		const typed = { step: "what", draft, coinAmount: "0.25", callTo: token, callData: "0x12" };
		for (const button of [{ language: "es" }, { act: "remove:0" }]) {
			const { status, html } = await browser.post("/recover", { ...typed, ...button });
			expect(status).toBe(200);
			expect(html).toContain('lang="es"');
			for (const value of ["0.25", token]) expect(html).toContain(`value="${value}"`);
			expect(html).toContain(">0x12</textarea>");
			expect(JSON.parse(hiddenFields(html).draft ?? "").txs).toHaveLength("act" in button ? 0 : 1);
		}
		const lost = { lostAccount: "0x12", chainId: "8453", email: "" };
		const { html } = await browser.post("/recover", { step: "lost", draft, ...lost, language: "en" });
		expect(html).toMatch(/<html lang="en"[\s\S]*value="0x12"/);
	});

	it("adds all that is filled in with the return key and on the way on, or says what is wrong", async () => {
		const { post } = await newClaimant();
		const { draft } = await begin(post);
		const transfer = { token, tokenAmount: "1", tokenDecimals: "6", tokenTo: claimant.address };
		const typed = { step: "what", draft, coinAmount: "1", coinTo: claimant.address, ...transfer };
		const added = await post({ ...typed, act: "add" });
		expect(JSON.parse(hiddenFields(added.html).draft ?? "").txs).toHaveLength(2);
		expect(added.html).not.toContain(`value="${token}"`);
		const read = await post({ ...typed, go: "read" });
		expect(read.html.match(/Sends /g)).toHaveLength(2);
		const wrong = await post({ ...typed, tokenTo: "me", go: "read" });
		expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('<a href="#tokenTo">')]);
		expect(JSON.parse(hiddenFields(wrong.html).draft ?? "").txs).toHaveLength(0);
	});

	it("lets nobody sign a payment to somebody else before each one is ticked", async () => {
		const { post } = await newClaimant();
		let { draft } = await begin(post);
		draft = hiddenFields((await post(addCoin(draft, somebody))).html).draft ?? "";
		const unlimited = `0x095ea7b3${somebody.slice(2).padStart(64, "0")}${"f".repeat(64)}`;
		const call = { step: "what", act: "add:data", callTo: token, callValue: "", callData: unlimited };
		draft = hiddenFields((await post({ ...call, draft })).html).draft ?? "";
		const read = await post({ step: "what", draft, go: "read" });
		expect(read.html).toContain("Number 1 goes to somebody else than you: 0xABaBaBaB");
		expect(read.html).toContain("Number 2 goes to somebody else than you: 0xABaBaBaB");
		expect(read.html).toMatch(/Number 2 lets 0xABaBaBaB\w+ take an unlimited amount/);
		const ticks = [...read.html.matchAll(/name="tick" value="([^"]+)"/g)].map(([, tick = ""]) => tick);
		expect(ticks).toHaveLength(3);
		const withTicks = (some: string[]): [string, string][] => [
			...Object.entries({ step: "read", draft, go: "sign" }),
			...some.map((tick): [string, string] => ["tick", tick]),
		];
		const { browser } = await newClaimant();
		for (const some of [[], ticks.slice(1), ["somebody_else:0:0x00", ...ticks.slice(1)]]) {
			const refused = await browser.post("/recover", withTicks(some));
			expect(refused.status).toBe(400);
			expect(refused.html).not.toContain('name="signature"');
		}
		// Nor by sending a signature at once.
		const skipped = await browser.post("/recover", [
			...withTicks([]).filter(([name]) => name !== "step"),
			["step", "sign"],
			["signature", "0x12"],
		]);
		expect(skipped.html).not.toContain('name="signature"');
		const sign = await browser.post("/recover", withTicks(ticks));
		expect([sign.status, sign.html.includes('name="signature"')]).toEqual([200, true]);
	});

	it("says that nobody can tell what unknown data do, and names data for the own account", async () => {
		const { post } = await newClaimant();
		let { draft } = await begin(post);
		const call = {
			step: "what",
			act: "add:data",
			callTo: claimant.address,
			callValue: "7",
			callData: "0x12345678",
		};
		draft = hiddenFields((await post({ ...call, draft })).html).draft ?? "";
		const { html } = await post({ step: "what", draft, go: "read" });
		expect(html).toContain("Nobody can tell from number 1");
		expect(html).toContain(`Number 1 sends data to ${claimant.address}`);
	});

	it.each([
		["lostAccount", "hello", "Enter an address"],
		["lostAccount", "0x19e7e376E7C213B7E7e7e46cc70A5dD086DAff2A", "One character of this address is wrong"],
		["lostAccount", claimant.address, "must be different"],
		["chainId", "", "Choose the network, or enter its number"],
		["chainId", "0", "Choose the network, or enter its number"],
		["reason", "theft", "Choose one of these"],
		["email", "nobody", "Enter an e-mail address"],
	])("keeps what was typed when %s is %s", async (name, value, words) => {
		const { post } = await newClaimant();
		const good = { lostAccount: newLostAccount(), chainId: "8453", reason: "lost key", email: "a@b.example" };
		const { status, html } = await post({ step: "lost", go: "what", draft: "{}", ...good, [name]: value });
		expect(status).toBe(400);
		const isNumber = name === "chainId" && value !== "";
		expect(html).toContain(`<a href="#${isNumber ? "otherChainId" : name}">`);
		expect(html).toContain(words);
		expect(JSON.parse(hiddenFields(html).draft ?? "")).toMatchObject({ ...good, [name]: value });
	});

	it.each([
		["add:coin", { coinAmount: "1,500,5", coinTo: claimant.address }, "coinAmount"],
		["add:coin", { coinAmount: "0.0000000000000000001", coinTo: claimant.address }, "coinAmount"],
		["add:coin", { coinAmount: "1", coinTo: "me" }, "coinTo"],
		[
			"add:token",
			{ token, tokenAmount: "1", tokenDecimals: "99", tokenTo: claimant.address },
			"tokenDecimals",
		],
		["add:data", { callTo: token, callValue: "-1", callData: "0x" }, "callValue"],
		["add:data", { callTo: token, callValue: "", callData: "0x123" }, "callData"],
	])("adds nothing by %s with %j, and shows it again", async (act, fields, wrong) => {
		const { post } = await newClaimant();
		const { draft } = await begin(post);
		const { status, html } = await post({ step: "what", draft, act, ...fields });
		expect(status).toBe(400);
		expect(html).toContain(`id="${wrong}-error"`);
		expect(JSON.parse(hiddenFields(html).draft ?? "").txs).toEqual([]);
		for (const value of Object.values(fields)) if (value) expect(html).toContain(value);
	});

	it("offers networks by name, and takes the number of another one", async () => {
		const { post } = await newClaimant();
		const typed = { step: "lost", draft: "{}", lostAccount: newLostAccount(), reason: "lost key", email: "" };
		const named = await post({ ...typed, go: "what", chainId: "8453", otherChainId: "" });
		expect(JSON.parse(hiddenFields(named.html).draft ?? "").chainId).toBe("8453");
		const other = await post({ ...typed, go: "what", chainId: "other", otherChainId: "31337" });
		const { draft = "" } = hiddenFields(other.html);
		expect(JSON.parse(draft).chainId).toBe("31337");
		const again = await post({ step: "what", draft, go: "lost" });
		expect(again.html).toContain('<option value="8453">Base</option>');
		expect(again.html).toMatch(/<option value="other" selected[^>]*>Another network</);
		expect(again.html).toMatch(/value="31337"[^>]* name="otherChainId"/);
		const none = await post({ ...typed, go: "what", chainId: "other", otherChainId: "" });
		expect(none.html).toContain("Choose the network, or enter its number.");
	});

	it("names the fields in the list of problems without brackets and second marks", async () => {
		const { post } = await newClaimant();
		const lost = await post({ step: "lost", go: "what", draft: "{}", chainId: "1", email: "nobody" });
		expect(lost.html).toContain(">What happened? Choose one of these.</a>");
		expect(lost.html).toContain(">Your e-mail address: Enter an e-mail address");
	});

	it("takes and shows amounts with a comma in Spanish", async () => {
		const { post } = await newClaimant("es");
		const { draft } = await begin(post);
		const added = await post(addCoin(draft, claimant.address, "1,5"));
		expect(added.html).toContain(`Envía 1,5 ETH a ${claimant.address}.`);
		expect(JSON.parse(hiddenFields(added.html).draft ?? "").txs).toMatchObject([
			{ value: "1500000000000000000" },
		]);
		const transfer = { token, tokenAmount: "250,75", tokenDecimals: "6", tokenTo: claimant.address };
		const tokens = await post({ step: "what", draft, act: "add:token", ...transfer });
		expect(tokens.html).toContain("Envía 250,75 (token 0x4200…0042, con 6 decimales, como usted indicó)");
		for (const [amount, words] of [
			["2.500,75", "Envía 2\u00a0500,75 ETH"],
			["0.4", "Envía 0,4 ETH"],
		] as const) {
			expect((await post(addCoin(draft, claimant.address, amount))).html).toContain(words);
		}
		for (const amount of ["2.500", "2,500"]) {
			const asked = await post(addCoin(draft, claimant.address, amount));
			expect([amount, asked.status]).toEqual([amount, 400]);
			expect(asked.html).toContain("Escriba 2500 o 2,5.");
		}
	});

	it("takes one number of decimals for a token, until its transactions are removed", async () => {
		const { post } = await newClaimant();
		let { draft } = await begin(post);
		const add = async (tokenDecimals: string) => {
			const fields = { token, tokenAmount: "1", tokenDecimals, tokenTo: claimant.address };
			const page = await post({ step: "what", draft, act: "add:token", ...fields });
			draft = hiddenFields(page.html).draft ?? "";
			return page;
		};
		expect((await add("8")).html).toContain("with 8 decimals, as you stated");
		expect((await add("6")).html).toContain("For this token you stated 8 above.");
		draft = hiddenFields((await post({ step: "what", draft, act: "remove:0" })).html).draft ?? "";
		expect((await add("6")).html).toContain("with 6 decimals, as you stated");
		await add("");
		expect(JSON.parse(draft).txs).toHaveLength(2);
	});

	it("says nothing about the decimals of a token that is not named", async () => {
		const { post } = await newClaimant();
		const { draft } = await begin(post);
		const { html } = await post({ step: "what", draft, act: "add:token", tokenTo: claimant.address });
		expect(html).toContain('id="token-error"');
		expect(html).not.toContain('id="tokenDecimals-error"');
	});

	it("names a large token of the network by its symbol, and asks for neither its contract nor its decimals", async () => {
		const { browser, post } = await newClaimant();
		const begun = await begin(post);
		expect(begun.html).toContain(`<option value="${USDC}">USDC</option>`);
		const transfer = { listedToken: USDC, tokenAmount: "2,500", tokenTo: claimant.address };
		const added = await post({ step: "what", draft: begun.draft, act: "add:token", ...transfer });
		expect(added.html).toContain(`Sends 2,500 USDC (token 0x8335…2913) to ${claimant.address}.`);
		const { draft = "" } = hiddenFields(added.html);
		const sign = await post({ step: "read", draft, go: "sign" });
		const fields = { ...hiddenFields(sign.html), step: "sign", go: "sign", draft };
		const { location = "" } = await post({ ...fields, signature: await signed(sign.html, claimant) });
		const { html } = await browser.get(`/cases/${/rc_[0-9a-f]{32}/.exec(location ?? "")?.[0]}/petition`);
		expect(html).toContain(
			`(1) a transfer of 2,500 USDC (token contract ${USDC}, exactly 2500000000 of its smallest units) to ${claimant.address}.`,
		);
		const { lostAccount } = JSON.parse(draft);
		// No node tells whether somebody else can act for the account, so the lawyer chooses.
		for (const order of ["asks the court to order", "orders"]) {
			expect(html).toMatch(
				new RegExp(
					`<li>\\[If one key opens the account:\\] Only the issuer [^<]* ${order} Circle to replace the 2,500 USDC held by ${lostAccount} with 2,500 USDC at ${claimant.address}`,
				),
			);
		}
	});

	it("stops a token of another network, after the network was changed", async () => {
		const { post } = await newClaimant();
		const begun = await begin(post);
		const transfer = { listedToken: USDC, tokenAmount: "2500", tokenTo: claimant.address };
		const added = await post({ step: "what", draft: begun.draft, act: "add:token", ...transfer });
		const { draft = "" } = hiddenFields(added.html);
		const moved = JSON.stringify({ ...JSON.parse(draft), chainId: "10" });
		const { status, html } = await post({ step: "what", draft: moved, go: "read" });
		expect(status).toBe(400);
		expect(html).toContain("Number 1 is for USDC on Base");
	});

	it("names all that is wrong with a token's transfer at once", async () => {
		const { post } = await newClaimant();
		const { draft } = await begin(post);
		const transfer = { listedToken: "other", token, tokenAmount: "x", tokenDecimals: "", tokenTo: "me" };
		const { html } = await post({ step: "what", draft, act: "add:token", ...transfer });
		expect([...html.matchAll(/<a href="#(\w+)">/g)].map(([, name]) => name)).toEqual([
			"tokenAmount",
			"tokenDecimals",
			"tokenTo",
		]);
	});

	it("moves and removes transactions", async () => {
		const { post } = await newClaimant();
		let { draft } = await begin(post);
		for (const amount of ["1", "2", "3"]) {
			draft = hiddenFields((await post(addCoin(draft, claimant.address, amount))).html).draft ?? "";
		}
		const valuesAfter = async (act: string) => {
			draft = hiddenFields((await post({ step: "what", draft, act })).html).draft ?? "";
			return JSON.parse(draft)
				.txs.map(({ value }: { value: string }) => value[0])
				.join("");
		};
		expect(await valuesAfter("up:2")).toBe("132");
		expect(await valuesAfter("down:0")).toBe("312");
		expect(await valuesAfter("remove:1")).toBe("32");
		expect(await valuesAfter("remove:9")).toBe("32");
	});

	it("files nothing with a signature by somebody else, and loses nothing", async () => {
		const { post } = await newClaimant();
		let { draft } = await begin(post);
		draft = hiddenFields((await post(addCoin(draft, claimant.address))).html).draft ?? "";
		const sign = await post({ step: "read", draft, go: "sign" });
		const signature = await signed(sign.html, stranger);
		const refused = await post({ step: "sign", draft, go: "sign", signature });
		expect(refused.status).toBe(400);
		expect(refused.html).toContain(`This signature was made by ${stranger.address}`);
		expect(hiddenFields(refused.html).draft).toBe(draft);
	});

	it("keeps what was typed on the screen when the session has ended", async () => {
		const { browser, post } = await newClaimant();
		let { draft } = await begin(post);
		draft = hiddenFields((await post(addCoin(draft, claimant.address))).html).draft ?? "";
		await browser.post("/sign-out", { session: "wallet" });
		const { status, html } = await post({ step: "what", draft, go: "read" });
		expect(status).toBe(401);
		expect(html).toContain("/sign-in?next=%2Frecover");
	});

	it("survives a draft that is no draft", async () => {
		const { post } = await newClaimant();
		for (const draft of ["", "null", "[1]", '{"txs":[{"dest":"x"}],"lostAccount":{}}', "{{"]) {
			const { status, html } = await post({ step: "lost", go: "lost", draft });
			expect(status).toBe(200);
			expect(JSON.parse(hiddenFields(html).draft ?? "").txs).toEqual([]);
		}
	});

	it("begins with the check, whose answers go along through the sign-in into the draft", async () => {
		const visitor = newBrowser();
		const first = await visitor.get("/recover?reason=deceased");
		expect(first.html).toContain("Can this work for me?");
		expect(first.html).toContain('href="/recover?checked=1&amp;reason=deceased"');
		const lostAccount = newLostAccount();
		const answers = `kind=shared&others=owner&cause=died&holds=coin&account=${lostAccount}&chainId=10`;
		const { html } = await visitor.get(`/recover/check?${answers}`);
		const [, on = ""] = /class="button" href="(\/recover\?checked=1[^"]*)"/.exec(html) ?? [];
		const who = await visitor.get(on.replaceAll("&amp;", "&"));
		const next = `/recover?step=lost&reason=deceased&account=${lostAccount}&chainId=10`;
		expect(who.html).toContain(`/sign-in?next=${encodeURIComponent(next)}`);
		const { browser } = await newClaimant();
		const { draft = "" } = hiddenFields((await browser.get(next)).html);
		expect(JSON.parse(draft)).toMatchObject({ lostAccount, chainId: "10", reason: "inheritance" });
	});

	it("offers no coin of the network after the answer that one key opens the account", async () => {
		const { browser, post } = await newClaimant();
		const html = (await browser.get("/recover?step=lost&reason=lost&kind=key")).html;
		const typed = { lostAccount: newLostAccount(), chainId: "8453", reason: "lost key", email: "" };
		const what = await post({ ...hiddenFields(html), ...typed, step: "lost", go: "what" });
		expect(what.html).toContain("only that key can send ETH");
		expect(what.html).toContain('name="tokenAmount"');
		expect(what.html).not.toContain('name="coinAmount"');
		const { draft = "" } = hiddenFields(what.html);
		const other = { ...typed, lostAccount: newLostAccount() };
		expect((await post({ draft, ...other, step: "lost", go: "what" })).html).toContain('name="coinAmount"');
		const several = await post({ step: "what", draft, act: "several-keys", tokenAmount: "2.5" });
		for (const words of ['name="coinAmount"', 'value="2.5"']) expect(several.html).toContain(words);
	});

	it("uses no developer's session", async () => {
		const other = newBrowser("en", { Cookie: "access_token=x" });
		expect((await other.get("/cases")).location).toBe("/sign-in?next=%2Fcases");
	});

	it("is whole in Spanish, without a word of English", async () => {
		const { browser, post } = await newClaimant("es");
		let { html, draft } = await begin(post);
		const pages = [(await browser.get("/recover")).html, html];
		html = (await post(addCoin(draft, somebody, "1,5"))).html;
		draft = hiddenFields(html).draft ?? "";
		pages.push(html, (await post({ step: "what", draft, go: "read" })).html);
		for (const page of pages) {
			expect(page).toContain('<html lang="es"');
			expect(page).not.toMatch(/undefined|\[object|>(?:Continue|Back|Add|Amount|Sign|The )\b/);
		}
		expect(pages.at(-1)).toContain("va a otra persona: 0xABaBaBaB");
	});

	it("gives one claimant nothing of another", async () => {
		const { post, browser } = await newClaimant();
		let { draft } = await begin(post);
		draft = hiddenFields((await post(addCoin(draft, claimant.address))).html).draft ?? "";
		const sign = await post({ step: "read", draft, go: "sign" });
		const signature = await signed(sign.html, claimant);
		const { location } = await post({ step: "sign", draft, go: "sign", signature });
		expect((await browser.get(location ?? "")).status).toBe(200);
		const other = newBrowser();
		await signIn(other, privateKeyToAccount(`0x${"77".repeat(32)}`));
		const foreign = await other.get(location ?? "");
		expect(foreign.status).toBe(404);
		expect(foreign.html).not.toContain(claimant.address);
	});
});
