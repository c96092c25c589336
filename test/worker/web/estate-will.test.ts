/** `/estate/will`: a will is signed, sent through the page server, listed and read back (hosted-app.md "Estate"). */
import { env, exports } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { call } from "../../support/contract/worker-client.ts";
import { eraseBody } from "../../support/signing/estate-signing.ts";
import { sha256Of } from "../../support/signing/will-signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import { newOwner, pathOf, profileOf, sessionOf } from "../estates/support.ts";
import { type Browser, signed, signedIn, signingFormOf, wordsOf } from "./wallet-pages.ts";

const PDF = pdfFile({ text: "My last will" });

const factsOf = (bytes: Uint8Array) => ({
	sha256: sha256Of(bytes),
	size: String(bytes.length),
	mimeType: "application/pdf",
});

/** The page with the message of this document. */
const messageOf = async (browser: Browser, bytes: Uint8Array, language?: string) =>
	(await browser.post("/estate/will", factsOf(bytes), language)).html;

/** Sends the form of the page with a file, as a browser does. */
async function send(browser: Browser, html: string, owner: PrivateKeyAccount, bytes: Uint8Array) {
	const form = new FormData();
	for (const [name, value] of Object.entries(await signed(html, owner))) form.append(name, value);
	form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }), "will.pdf");
	const { action = "" } = signingFormOf(html);
	return browser.post(action.replaceAll("&amp;", "&"), form);
}

async function newLodger() {
	const owner = newOwner();
	return {
		owner,
		browser: await signedIn(owner),
		willNow: async () => (await profileOf(owner, await sessionOf(owner))).will,
	};
}

describe("a will", () => {
	it("is lodged with a pasted signature, and read back as the same bytes by its owner alone", async () => {
		const { owner, browser, willNow } = await newLodger();
		const before = (await browser.get("/estate/will")).html;
		expect(before).toContain("The operator of this service can open your will");
		const html = await messageOf(browser, PDF);
		const { typedData } = signingFormOf(html);
		for (const value of [owner.address, sha256Of(PDF), "application/pdf", `${PDF.length} bytes`])
			expect(wordsOf(html)).toContain(value);
		expect(typedData.message).toMatchObject({ version: "1", sha256: sha256Of(PDF) });
		const sent = await send(browser, html, owner, PDF);
		expect([sent.status, sent.location]).toEqual([303, "/estate/will"]);
		expect(await willNow()).toMatchObject({ version: 1, sha256: sha256Of(PDF) });
		const listed = (await browser.get("/estate/will")).html;
		expect(listed).toContain("Your will is on file");
		expect(listed).toContain(sha256Of(PDF));
		const { authorization } = await sessionOf(owner);
		const file = await exports.default.fetch(`${env.BASE_URL}/estate/will/file?version=1`, {
			headers: { Cookie: `__Host-wallet=${authorization.replace("Bearer ", "")}` },
		});
		expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="will-0x/);
		expect(sha256Of(new Uint8Array(await file.arrayBuffer()))).toBe(sha256Of(PDF));
		expect((await (await signedIn(newOwner())).get("/estate/will/file?version=1")).status).toBe(404);
	});

	it("of several mebibytes goes through the page server", async () => {
		const { owner, browser, willNow } = await newLodger();
		const large = pdfFile({ text: "x".repeat(3 * 2 ** 20) });
		expect((await send(browser, await messageOf(browser, large), owner, large)).status).toBe(303);
		expect(await willNow()).toMatchObject({ size: large.length });
	});

	it("that is another document than the signed one is not stored, and the message stays", async () => {
		const { owner, browser, willNow } = await newLodger();
		const html = await messageOf(browser, PDF);
		const response = await send(browser, html, owner, pdfFile({ text: "Another" }));
		expect([response.status, response.html]).toEqual([
			400,
			expect.stringContaining("differs from the one that was signed"),
		]);
		expect(signingFormOf(response.html).typedData).toEqual(signingFormOf(html).typedData);
		const { signature } = await signed(html, owner);
		expect(response.html).toMatch(new RegExp(`${signature}\\s*</textarea>`));
		expect(await willNow()).toBeNull();
		expect((await send(browser, response.html, owner, PDF)).status).toBe(303);
	});

	it("signed by another account is not stored, and the account is named", async () => {
		const { browser, willNow } = await newLodger();
		const other = newOwner();
		const response = await send(browser, await messageOf(browser, PDF), other, PDF);
		expect(response.status).toBe(403);
		expect(response.html).toContain(other.address);
		expect(response.html).not.toMatch(/0x[0-9a-f]{130}\s*<\/textarea>/);
		expect(await willNow()).toBeNull();
	});

	it("words a part that no form has, though every object has a member of its name", async () => {
		const { owner, browser } = await newLodger();
		const html = await messageOf(browser, PDF);
		const form = new FormData();
		for (const [name, value] of Object.entries({ ...(await signed(html, owner)), constructor: "x" }))
			form.append(name, String(value));
		const { action = "" } = signingFormOf(html);
		const response = await browser.post(action.replaceAll("&amp;", "&"), form);
		expect(response.status).toBe(400);
		expect(response.html).not.toContain("native code");
	});

	it("keeps the pasted signature behind a large document", async () => {
		const { owner, browser } = await newLodger();
		const html = await messageOf(browser, PDF);
		const { signature = "", ...fields } = await signed(html, owner);
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.append(name, value);
		const large = pdfFile({ text: "x".repeat(2 ** 20) }) as Uint8Array<ArrayBuffer>;
		form.append("file", new Blob([large], { type: "application/pdf" }), "will.pdf");
		form.append("signature", signature);
		const { action = "" } = signingFormOf(html);
		const response = await browser.post(action.replaceAll("&amp;", "&"), form);
		expect([response.status, response.html]).toEqual([
			400,
			expect.stringMatching(`${signature}\\s*</textarea>`),
		]);
	});

	it("keeps the message and the signature after a 5xx, and does not say that nothing was stored", async () => {
		const { owner, browser, willNow } = await newLodger();
		const html = await messageOf(browser, PDF);
		await env.DB.prepare("ALTER TABLE will_versions RENAME TO away").run();
		const failed = await send(browser, html, owner, PDF);
		await env.DB.prepare("ALTER TABLE away RENAME TO will_versions").run();
		expect(failed.status).toBeGreaterThanOrEqual(500);
		const { signature } = await signed(html, owner);
		expect(failed.html).toMatch(new RegExp(`${signature}\\s*</textarea>`));
		expect(failed.html).toContain("Choose the document once more.");
		expect(failed.html).not.toContain("Nothing was stored");
		expect((await send(browser, failed.html, owner, PDF)).status).toBe(303);
		expect(await willNow()).toMatchObject({ version: 1 });
	});

	it("continues the numbers of versions after an erasure, with a new message to sign", async () => {
		const { owner, browser, willNow } = await newLodger();
		await send(browser, await messageOf(browser, PDF), owner, PDF);
		const body = await eraseBody(owner);
		await call(pathOf(owner), { method: "DELETE", body, headers: await sessionOf(owner) });
		const conflict = await send(browser, await messageOf(browser, PDF), owner, PDF);
		expect(conflict.status).toBe(409);
		expect(signingFormOf(conflict.html).typedData.message.version).toBe("2");
		expect((await send(browser, conflict.html, owner, PDF)).status).toBe(303);
		expect(await willNow()).toMatchObject({ version: 2 });
	});

	it("lists earlier versions, which stay readable", async () => {
		const { owner, browser } = await newLodger();
		await send(browser, await messageOf(browser, PDF), owner, PDF);
		const second = pdfFile({ text: "Second thoughts" });
		await send(browser, await messageOf(browser, second), owner, second);
		const { html } = await browser.get("/estate/will");
		expect(html).toContain("Download version 1");
		expect((await browser.get("/estate/will/file?version=1")).status).toBe(200);
	});

	it("keeps what was typed by hand when it is wrong, in Spanish too", async () => {
		const { browser } = await newLodger();
		const wrong = { sha256: "0x12", size: "many", mimeType: "text/plain" };
		const response = await browser.post("/estate/will", wrong, "es");
		expect(response.status).toBe(400);
		expect(response.html).toMatch(/<input[^>]*value="0x12"[^>]*aria-invalid="true"/);
		expect(response.html).toMatch(/<input[^>]*value="many"[^>]*aria-invalid="true"/);
		expect(response.html).toContain("Una huella es 0x y 64 cifras");
		expect(response.html).not.toMatch(/undefined|>(Your will|Upload|Without script)/);
		expect(await messageOf(browser, PDF, "es")).toContain("Firmar y subir su testamento");
	});
});
