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
	it("is made with what was filled in, shows its url once, and is ended", async () => {
		const partner = await newLinkPartner();
		const browser = browserOf(partner);
		const attempt = attemptIn((await browser.open("/developers/links/new")).html);
		const fields = {
			...{ attempt, kind: "recovery", lostAccount: LOST, chainId: "8453", locked: "lostAccount" },
			...{ reference: "claim-1", locale: "es", expiresInSeconds: "1800" },
			returnUrl: `${partner.origin}/done`,
		};
		const made = await browser.post("/developers/links/new", fields);
		expect([made.status, made.headers.get("Cache-Control")]).toEqual([201, "no-store"]);
		expect(made.html).toMatch(/\/l\/[A-Za-z0-9_-]{43}</);
		const reloaded = await browser.post("/developers/links/new", fields);
		expect([reloaded.status, reloaded.html]).toEqual([200, expect.stringContaining("was made already")]);
		const list = await browser.open("/developers/links?reference=claim-1");
		for (const { html } of [reloaded, list]) expect(html).not.toMatch(/\/l\/[A-Za-z0-9_-]{43}/);
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
		const fields = { kind: "recovery", lostAccount: "0x1", email: "a@b.example", expiresInSeconds: "1800" };
		const { status, html } = await browser.post("/developers/links/new", fields);
		expect(status).toBe(400);
		expect(html).toContain('<a href="#lostAccount">');
		expect(html).toMatch(/value="0x1" id="lostAccount"[^>]*aria-invalid="true"/);
		expect(html).toContain('value="a@b.example"');
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
			["en", "origin"],
			["es", "ningún origen autorizado"],
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
