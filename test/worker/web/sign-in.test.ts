/** The sign-in with a wallet, as a browser without script sees it (hosted-app.md "Signatures"). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bearer } from "../../support/auth/credentials.ts";
import { call } from "../../support/contract/worker-client.ts";
import { hiddenFields, messageIn, newBrowser } from "../../support/pages.ts";
import { claimant, stranger } from "../../support/signing/signing.ts";

const toMessage = async (browser = newBrowser(), next = "/cases?x=1") => {
	const fields = { address: claimant.address, chainId: "8453", next };
	return browser.post("/sign-in", fields);
};

describe("the sign-in with a wallet", () => {
	it("shows the message, takes the pasted signature, and leads on with a session in a cookie", async () => {
		const browser = newBrowser();
		const { status, html } = await toMessage(browser);
		expect(status).toBe(200);
		const message = messageIn(html);
		expect(message).toContain(claimant.address);
		expect(html).toContain(`download="sign-in.txt" href="data:text/plain`);
		const fields = hiddenFields(html);
		expect(fields).toMatchObject({ message, address: claimant.address, next: "/cases?x=1" });
		// A browser sends line ends as CRLF.
		const sent = { ...fields, message: message.replaceAll("\n", "\r\n") };
		const signature = await claimant.signMessage({ message });
		const signedIn = await browser.post("/sign-in", { ...sent, signature });
		expect([signedIn.status, signedIn.location]).toEqual([303, "/cases?x=1"]);
		expect(signedIn.headers.get("set-cookie")).toMatch(
			/^__Host-wallet=\S+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
		);
	});

	it("ends the session that the browser had before, and its own alone", async () => {
		const signIn = async (browser: ReturnType<typeof newBrowser>) => {
			const { html } = await toMessage(browser);
			const signature = await claimant.signMessage({ message: messageIn(html) });
			const { headers, status } = await browser.post("/sign-in", { ...hiddenFields(html), signature });
			expect(status).toBe(303);
			return bearer(/^__Host-wallet=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "");
		};
		const statusOf = async (headers: Record<string, string>) =>
			(await call("/recovery-cases", { headers })).status;
		const browser = newBrowser();
		const [first, elsewhere] = [await signIn(browser), await signIn(newBrowser())];
		expect(await statusOf(first)).toBe(200);
		const second = await signIn(browser);
		expect([await statusOf(first), await statusOf(second), await statusOf(elsewhere)]).toEqual([
			401, 200, 200,
		]);
		expect(await statusOf(await signIn(browser))).toBe(200);
		expect(await statusOf(second)).toBe(401);
	});

	it("keeps the message after what is no signature, and its owner can still sign it", async () => {
		const browser = newBrowser();
		const { html } = await toMessage(browser);
		const message = messageIn(html);
		const nonsense = await browser.post("/sign-in", { ...hiddenFields(html), signature: "hello" });
		expect(nonsense.status).toBe(400);
		expect(nonsense.html).toContain("This is not a whole signature");
		expect(messageIn(nonsense.html)).toBe(message);
		const signature = await claimant.signMessage({ message });
		const signedIn = await browser.post("/sign-in", { ...hiddenFields(nonsense.html), signature });
		expect(signedIn.status).toBe(303);
	});

	it.each([
		["by somebody else", `This signature was made by ${stranger.address}`],
		["of an earlier message", "The message has expired or was used before"],
	])("shows a new message after a signature %s, which its owner can sign", async (kind, words) => {
		const browser = newBrowser();
		const { html } = await toMessage(browser);
		const message = messageIn(html);
		const fields = hiddenFields(html);
		const by = kind === "by somebody else" ? stranger : claimant;
		const signature = await by.signMessage({ message });
		if (by === claimant) await browser.post("/sign-in", { ...fields, signature });
		const refused = await browser.post("/sign-in", { ...fields, signature });
		expect(refused.status).toBe(400);
		expect(refused.html).toContain(words);
		expect(refused.html).toMatch(/aria-invalid="true"[^>]*aria-describedby="signature-hint signature-error"/);
		const next = messageIn(refused.html);
		expect(next).not.toBe(message);
		const own = await claimant.signMessage({ message: next });
		const signedIn = await browser.post("/sign-in", { ...hiddenFields(refused.html), signature: own });
		expect(signedIn.status).toBe(303);
	});

	it("shows a message whose time is none without a time", async () => {
		const { html } = await toMessage();
		const message = messageIn(html).replace(
			/Expiration Time: .*/,
			"Expiration Time: 9999-99-99T99:99:99.999Z",
		);
		const { status, html: again } = await newBrowser().post("/sign-in", { ...hiddenFields(html), message });
		expect(status).toBe(400);
		expect(messageIn(again)).toBe(message);
		expect(again).not.toContain("Invalid Date");
	});

	it("offers the network that a page names, and keeps it for another account", async () => {
		const browser = newBrowser();
		const first = await browser.get("/sign-in?next=/cases&chainId=10");
		expect(first.html).toMatch(/<option value="10" selected[^>]*>OP Mainnet</);
		expect((await browser.get("/sign-in")).html).toMatch(/<option value="1" selected[^>]*>Ethereum</);
		expect((await toMessage(browser, "/cases")).html).toContain(
			'href="/sign-in?next=%2Fcases&amp;chainId=8453"',
		);
	});

	it("keeps what was typed if it is no address, and names the field", async () => {
		const browser = newBrowser();
		const fields = { address: "<b>0x12", chainId: "1", next: "/cases" };
		const { status, html } = await browser.post("/sign-in", fields);
		expect(status).toBe(400);
		expect(html).toMatch(/value="&lt;b&gt;0x12"[^>]* name="address"/);
		expect(html).toMatch(/id="address-error"/);
	});

	it("leads nowhere but to our own origin", async () => {
		for (const next of ["https://evil.test/", "//evil.test", "/\\evil.test"]) {
			const { html } = await newBrowser().get(`/sign-in?next=${encodeURIComponent(next)}`);
			expect(hiddenFields(html).next).toBe("/cases");
		}
	});

	it("is where a page without its session leads, and says if a session has ended", async () => {
		const { html } = await newBrowser().get("/sign-in?next=%2Fcases&ended=1");
		expect(html).toContain("Your session has ended");
	});

	it.each([
		["en", "Sign this message", "Firme"],
		["es", "Firme este mensaje", "Sign"],
	])("has all its texts in %s", async (language, own, foreign) => {
		const browser = newBrowser(language);
		for (const { html } of [await browser.get("/sign-in"), await toMessage(browser)]) {
			expect(html).toContain(`<html lang="${language}"`);
			expect(html).not.toMatch(/undefined|\[object/);
		}
		const { html } = await toMessage(browser);
		expect(html).toContain(own);
		expect(html.replace(/<textarea.*?<\/textarea>|value="[^"]*"|href="[^"]*"/gs, "")).not.toContain(
			`>${foreign} `,
		);
	});

	it("gives the wallet words for everything that can go wrong, without inline script", async () => {
		const { html } = await toMessage();
		for (const word of ["none", "no_answer", "refused", "locked", "busy", "other_account", "unknown_chain"])
			expect(html).toContain(`data-word="${word}"`);
		expect(html).toMatch(
			/<script type="module" src="\/assets\/app\/wallet-[0-9a-f]{16}\.js" blocking="render"/,
		);
		expect(html).toContain(`data-sign="text" data-signer="${claimant.address}"`);
		expect(html).not.toContain(env.UI_CLIENT_SECRET);
	});
});
