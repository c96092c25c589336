// hosted-app.md "Developers".
// Hosted links, deliveries and a case on the pages of developers, with what the API made before.
import { describe, expect, it } from "vitest";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { createBrowser } from "../../support/web/browser.ts";
import { linkOf, newLinkPartner } from "../hosted-links/support.ts";

type Partner = Awaited<ReturnType<typeof newLinkPartner>>;

const LOST = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";

function browserOf({ session }: Pick<Partner, "session">, language: "en" | "es" = "en") {
	const token = Object.values(session)[0]?.replace("Bearer ", "") ?? "";
	return createBrowser({ language, cookies: { access_token: token } });
}

const attemptIn = (html: string) => /name="attempt" value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("a hosted link", () => {
	it("is made with what was filled in, gets another url by a reload, and is ended", async () => {
		const partner = await newLinkPartner();
		const browser = browserOf(partner);
		const form = (await browser.open("/developers/links/new")).html;
		expect(form).not.toContain("a reviewer must allow your site first");
		const newcomer = createBrowser({ cookies: { access_token: (await newDeveloper()).token } });
		expect((await newcomer.open("/developers/links/new")).html).toContain(
			"a reviewer must allow your site first",
		);
		const attempt = attemptIn(form);
		const fields = {
			...{ attempt, kind: "recovery", lostAccount: LOST, chainId: "8453", locked: "lostAccount" },
			...{ reference: "claim-1", locale: "es", expiresInSeconds: "1800" },
			returnUrl: `${partner.origin}/done`,
		};
		const made = await browser.post("/developers/links/new", fields);
		expect([made.status, made.headers.get("Cache-Control")]).toEqual([201, "no-store"]);
		const urlIn = (html: string) => /\/l\/[A-Za-z0-9_-]{43}(?=<)/.exec(html)?.[0] ?? "";
		const reloaded = await browser.post("/developers/links/new", fields);
		const urls = [urlIn(made.html), urlIn(reloaded.html)] as const;
		expect([reloaded.status, urls[1].length]).toEqual([201, 46]);
		const visitor = createBrowser();
		expect((await visitor.open(urls[0])).status).not.toBe(200);
		expect((await visitor.open(urls[1])).status).toBe(200);
		const list = await browser.open("/developers/links?reference=claim-1");
		expect(list.html).not.toMatch(/\/l\/[A-Za-z0-9_-]{43}/);
		const end = /name="end" value="(hl_[0-9a-f]{32})"/.exec(list.html)?.[1] ?? "";
		expect(await linkOf(partner, end)).toMatchObject({
			...{ status: "open", reference: "claim-1", locked: ["lostAccount"], locale: "es" },
			returnUrl: `${partner.origin}/done`,
		});
		const stranger = browserOf(await newLinkPartner());
		expect((await stranger.post("/developers/links", { end })).status).toBe(404);
		expect((await browser.post("/developers/links", { end })).location).toBe("/developers/links");
		expect(await linkOf(partner, end)).toMatchObject({ status: "ended" });
		expect((await browser.open("/developers/links?reference=other")).html).not.toContain(end);
	});

	it("with a wrong field is not made, and what was typed stays", async () => {
		const browser = browserOf(await newLinkPartner());
		const fields = {
			...{ kind: "recovery", lostAccount: "0x1", chainId: "other", otherChainId: "Base" },
			...{ email: "a@b.example", expiresInSeconds: "1800" },
		};
		const { status, html } = await browser.post("/developers/links/new", fields);
		expect(status).toBe(400);
		expect(html).toContain('<a href="#lostAccount">');
		expect(html).toMatch(/value="0x1" id="lostAccount"[^>]*aria-invalid="true"/);
		expect(html).toContain('value="a@b.example"');
		expect(html).toContain('<a href="#otherChainId">');
		expect(html).toMatch(/id="otherChainId"[^>]*aria-invalid="true"/);
		expect((await browser.open("/developers/links")).html).not.toContain("hl_");
	});

	it("with a field that cannot be locked is not made, and the error belongs to the group", async () => {
		const browser = browserOf(await newLinkPartner());
		const fields = { kind: "recovery", locked: "email", expiresInSeconds: "1800" };
		const { status, html } = await browser.post("/developers/links/new", fields);
		expect(status).toBe(400);
		expect(html).toContain('<fieldset class="field" id="locked" aria-describedby="locked-error">');
		expect(html).toMatch(/<div id="locked-error"><p class="error">[^<]+</);
	});

	it("needs an allowed origin, and the page says so in both languages", async () => {
		const { headers } = await newDeveloper();
		for (const [language, text] of [
			["en", "a reviewer must allow your site first"],
			["es", "antes un revisor debe autorizar el suyo"],
		] as const) {
			const browser = browserOf({ session: headers }, language);
			const fields = { kind: "recovery", expiresInSeconds: "1800" };
			const { status, html } = await browser.post("/developers/links/new", fields);
			expect([status, html]).toEqual([403, expect.stringContaining(text)]);
			for (const path of ["/developers/links", "/developers/links/new"]) {
				const opened = await browser.open(path);
				expect(opened.status).toBe(200);
				expect(opened.html).not.toMatch(/undefined|\[object/);
				if (language === "es") expect(opened.html).not.toMatch(/ the |Make |Filter</);
			}
		}
	});
});
