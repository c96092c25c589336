/** `/estate`: an owner's terms, codes, requests and erasure (hosted-app.md "Estate"). */
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";
import { unescaped } from "../../support/pages.ts";
import { formOf } from "../../support/signing/will-signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import { newEstate, newOwner, newResolver, profileOf, resolve, sessionOf } from "../estates/support.ts";
import { lodge, sendForm, willPath } from "../estates/will-calls.ts";
import { type Browser, browserWith, signed, signedIn, signingFormOf, wordsOf } from "./wallet-pages.ts";

const PAGES = ["", "/terms", "/codes", "/releases", "/history", "/erase", "/erase/sign"];

/** Opens a page, and the address of its message if it leads there. */
async function opened(browser: Browser, path: string, language?: string) {
	const first = await browser.get(path, language);
	return first.location?.startsWith("/estate/") ? browser.get(first.location, language) : first;
}

/** An owner who has accepted the terms on the page. */
async function newAccepted() {
	const owner = newOwner();
	const browser = await signedIn(owner);
	const { html } = await opened(browser, "/estate/terms");
	expect((await browser.post("/estate/terms", await signed(html, owner))).location).toBe("/estate");
	return { owner, browser };
}

async function newCode(browser: Browser, owner: ReturnType<typeof newOwner>, label: string) {
	const { html } = await browser.post("/estate/codes", { label, until: "" });
	const fields = await signed(html, owner);
	const made = await browser.post("/estate/codes", fields);
	return { fields, made, code: /RPL(?:-[0-9A-Z]{5}){5}-[0-9A-Z][0-9A-Z*~$=]/.exec(made.html)?.[0] ?? "" };
}

describe("the estate's pages", () => {
	it("tell a visitor without a wallet session what they are for, and lead to the sign-in", async () => {
		const { token } = await newDeveloper();
		for (const cookie of ["", `access_token=${token}`]) {
			const { status, html } = await browserWith(cookie).get("/estate");
			expect([status, html]).toEqual([200, expect.stringContaining("What your heirs will need")]);
			expect(html).toContain('href="/sign-in?next=%2Festate"');
		}
	});

	it.each(PAGES)("%s lead a visitor without a wallet session to the sign-in", async (part) => {
		const { token } = await newDeveloper();
		const none = part === "" ? [] : ["", `access_token=${token}`];
		for (const cookie of [...none, "__Host-wallet=forged"]) {
			const { status, location } = await browserWith(cookie).get(`/estate${part}`);
			expect([status, location]).toEqual([
				303,
				expect.stringMatching(
					new RegExp(`^/sign-in\\?next=${encodeURIComponent(`/estate${part}`)}(&ended=1)?$`),
				),
			]);
		}
	});

	it.each(PAGES)("%s are written in Spanish for those who ask for it", async (part) => {
		const { html, status } = await opened(await signedIn(newOwner()), `/estate${part}`, "es");
		expect(status).toBe(200);
		expect(html).toContain('<html lang="es"');
		expect(html).not.toMatch(/undefined|>(Your |Back to|What you sign|Erase|Accept the)/);
	});

	it("say that a service without reviewers on a chain offers no recovery module, and lead to no page of it", async () => {
		const visitor = browserWith("");
		for (const [language, words] of [
			["en", "This service does not offer the recovery module"],
			["es", "Este servicio no ofrece el módulo de recuperación"],
		] as const) {
			const { html, status } = await visitor.get("/estate/module", language);
			expect(status).toBe(200);
			expect(html).toContain(words);
			expect(html).not.toContain("<form method");
		}
		const asked = await visitor.get(`/estate/module?account=0x${"ab".repeat(20)}&chainId=1`);
		expect([asked.status, asked.html.includes("Make the transaction")]).toEqual([400, false]);
		const { html } = await (await signedIn(newOwner())).get("/estate");
		expect(html).not.toContain("/estate/module");
	});

	it("show the estate of the session's own account alone", async () => {
		const { owner, browser } = await newAccepted();
		await newCode(browser, owner, "Only mine");
		const stranger = await signedIn(newOwner());
		for (const part of PAGES) {
			const { html } = await opened(stranger, `/estate${part}`);
			expect(html).not.toContain("Only mine");
			expect(html.toLowerCase()).not.toContain(owner.address.toLowerCase());
		}
	});
});

describe("the terms", () => {
	it("are shown whole, with the hash that is signed, and are accepted by a pasted signature", async () => {
		const owner = newOwner();
		const browser = await signedIn(owner);
		const { html } = await opened(browser, "/estate/terms");
		const { typedData } = signingFormOf(html);
		const { version, documentHash, nonce } = typedData.message;
		const file = await exports.default.fetch(`${env.BASE_URL}/terms/${version}.txt`);
		const article = /<article lang="en" class="document">(.*)<\/article>/s.exec(html)?.[1] ?? "";
		const words = (text: string) =>
			unescaped(text.replace(/<[^>]+>/g, " "))
				.split(/\s+/)
				.filter(Boolean);
		expect(words(article)).toEqual(words(await file.text()));
		expect(article).not.toContain("\n");
		const signing = html.slice(html.indexOf("What you sign"));
		for (const value of [version, documentHash, nonce]) expect(wordsOf(signing)).toContain(value);
		await browser.post("/estate/terms", await signed(html, owner));
		const { agreement } = await profileOf(owner, await sessionOf(owner));
		expect(agreement.accepted).toMatchObject({ version, documentHash });
		expect((await browser.get("/estate")).html).toContain('<span class="status done">Accepted');
	});

	it("say that the address is wrong, and blame nobody else for it", async () => {
		const { status, html } = await (await signedIn(newOwner())).get("/estate/terms?nonce=0x12");
		expect(status).toBe(400);
		expect(html).toContain("<h1>This was not done</h1>");
		expect(html).toContain("Check what you entered");
	});

	it("stay unaccepted with the signature of another account, which is named", async () => {
		const [owner, other] = [newOwner(), newOwner()];
		const browser = await signedIn(owner);
		const { html } = await opened(browser, "/estate/terms");
		const response = await browser.post("/estate/terms", await signed(html, other));
		expect([response.status, response.html]).toEqual([400, expect.stringContaining(other.address)]);
		expect(signingFormOf(response.html).typedData).toEqual(signingFormOf(html).typedData);
		expect((await profileOf(owner, await sessionOf(owner))).agreement.accepted).toBeNull();
	});
});

describe("a privacy code", () => {
	it("is shown once by the page that made it, works, and a reload says that it was made", async () => {
		const { owner, browser } = await newAccepted();
		const { fields, made, code } = await newCode(browser, owner, "Filing <1>");
		expect([made.status, made.headers.get("cache-control")]).toEqual([200, "no-store"]);
		expect(made.html.split(code).length).toBeGreaterThan(1);
		expect((await resolve(code, (await newResolver()).headers)).status).toBe(200);
		const reloaded = await browser.post("/estate/codes", fields);
		expect([reloaded.status, reloaded.html]).toEqual([409, expect.stringContaining("was made already")]);
		const list = (await browser.get("/estate/codes")).html;
		expect(list).toContain("Filing &lt;1&gt;");
		expect(reloaded.html + list).not.toContain(code);
	});

	it("is revoked after a second look, and resolves no more", async () => {
		const { owner, browser } = await newAccepted();
		const { code } = await newCode(browser, owner, "For a while");
		const codeId = /name="codeId" value="([^"]*)"/.exec((await browser.get("/estate/codes")).html)?.[1] ?? "";
		const fields = { codeId, label: "For a while" };
		expect((await browser.post("/estate/codes/revoke", fields)).html).toContain("Revoke this code?");
		const resolver = await newResolver();
		expect((await resolve(code, resolver.headers)).status).toBe(200);
		expect((await browser.post("/estate/codes/revoke", { ...fields, confirmed: "yes" })).status).toBe(303);
		expect((await resolve(code, resolver.headers)).status).toBe(404);
	});

	it("keeps what was typed when a day is wrong, and needs the terms", async () => {
		const { browser } = await newAccepted();
		const response = await browser.post("/estate/codes", { label: "Kept", until: "2020-01-01" });
		expect(response.status).toBe(400);
		expect(response.html).toMatch(/<input[^>]*value="Kept"/);
		expect(response.html).toContain("Choose a day in the future.");
		const unaccepted = await (await signedIn(newOwner())).get("/estate/codes");
		expect(unaccepted.html).toContain("Accept the terms first.");
	});

	it("signs the end of the chosen day", async () => {
		const { browser } = await newAccepted();
		const { html } = await browser.post("/estate/codes", { label: "Ends", until: "2099-12-31" });
		expect(signingFormOf(html).typedData.message.expiresAt).toBe(
			String(Date.parse("2099-12-31T23:59:59Z") / 1000),
		);
		expect(wordsOf(html)).toContain("2099-12-31T23:59:59.000Z");
	});
});

it("a request for the will is seen, and ended by an objection after a second look", async () => {
	const { owner, partner, session } = await newEstate();
	await lodge(owner, session);
	const browser = await signedIn(owner);
	const { code } = await newCode(browser, owner, "Probate");
	const resolver = await newResolver();
	const courtInfo = { title: "In re Doe", fullCaseNumber: "1:26", courtId: "nysd", docketNumber: 17 };
	const order = { bytes: pdfFile({ text: "So ordered" }), type: "application/pdf", name: "order.pdf" };
	const form = formOf({ code, courtInfo, applicant: "Court of Example" }, order);
	expect((await sendForm(`${willPath(owner)}/release-requests`, form, resolver.headers)).status).toBe(201);
	expect((await browser.get("/estate")).html).toContain("Somebody has asked for your will.");
	const { html } = await browser.get("/estate/releases");
	const requestId = /name="requestId" value="([^"]*)"/.exec(html)?.[1] ?? "";
	const fields = { requestId, applicant: "Court of Example" };
	expect((await browser.post("/estate/releases", fields)).html).toContain("Object, so that your will");
	expect((await browser.get("/estate/releases")).html).toContain("your time to object is running");
	const objected = await browser.post("/estate/releases", { ...fields, confirmed: "yes" });
	expect(objected.location).toBe("/estate/releases");
	const ended = (await browser.get("/estate/releases")).html;
	expect(ended).toContain("you objected");
	expect(ended).toContain("You objected. The request has ended.");
	expect((await browser.get("/estate/releases")).html).not.toContain("You objected. The request has ended.");
	const again = await browser.post("/estate/releases", { ...fields, confirmed: "yes" });
	expect(again.location).toBe("/estate/releases");
	expect((await browser.get("/estate/history")).html).toContain("Objected to a request");
	expect(partner.developerId).not.toBe("");
});

describe("the erasure", () => {
	it("needs a second page, a tick and the signature, and leaves nothing", async () => {
		const { owner, browser } = await newAccepted();
		expect((await browser.get("/estate/erase")).html).toContain("This cannot be undone");
		const { html } = await opened(browser, "/estate/erase/sign");
		const fields = await signed(html, owner);
		const unticked = await browser.post("/estate/erase/sign", fields);
		expect([unticked.status, unticked.html]).toEqual([400, expect.stringContaining("Tick that you")]);
		expect(unticked.html).toContain('<a href="#sure">Tick that you');
		expect(unticked.html).toMatch(/<input type="checkbox" id="sure"[^>]* aria-describedby="sure-error"/);
		expect(unticked.html).not.toContain("signature-error");
		expect(unticked.html).toMatch(new RegExp(`${fields.signature}\\s*</textarea>`));
		expect((await profileOf(owner, await sessionOf(owner))).agreement.accepted).not.toBeNull();
		const erased = await browser.post("/estate/erase/sign", { ...fields, sure: "yes" });
		expect(erased.location).toBe("/estate");
		expect((await profileOf(owner, await sessionOf(owner))).agreement.accepted).toBeNull();
		const repeated = await browser.post("/estate/erase/sign", { ...fields, sure: "yes" });
		expect(repeated.html).toContain("the first time worked");
		for (const path of ["/estate/erase", "/estate/erase/sign"]) {
			const { status, html: nothing } = await browser.get(path);
			expect([path, status]).toEqual([path, 200]);
			expect(nothing).toContain("There is nothing to erase");
			expect(nothing).not.toContain("data-sign");
		}
	});

	it("says that nothing was erased when the time of its message has passed", async () => {
		const { browser } = await newAccepted();
		const late = await browser.post("/estate/erase/sign", { nonce: "1", deadline: "1", signature: "0x" });
		expect(late.location).toBe("/estate/erase");
		expect((await browser.get("/estate/erase")).html).toContain("Nothing was erased.");
	});

	it("asks to wait when too many messages were prepared", async () => {
		const browser = await signedIn(newOwner());
		const headers = { "CF-Connecting-IP": browser.address };
		const calls = Array.from({ length: 60 }, () => call("/typed-data", { body: {}, headers }));
		expect((await Promise.all(calls)).map(({ status }) => status)).toContain(400);
		const { status, html } = await browser.post("/estate/erase/sign", {});
		expect([status, html]).toEqual([429, expect.stringContaining("Please wait")]);
	});
});
