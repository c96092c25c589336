// Origins, webhook endpoints and deliveries on the pages of developers (hosted-app.md "Developers").
import { describe, expect, it } from "vitest";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { createBrowser } from "../../support/web/browser.ts";
import { URL_OF_NOBODY } from "../webhooks/endpoint-calls.ts";
import { receiver } from "../webhooks/support.ts";

async function newBrowser(language: "en" | "es" = "en") {
	const { token } = await newDeveloper();
	return createBrowser({ language, cookies: { access_token: token } });
}

const attemptIn = (html: string) => /name="attempt" value="([^"]+)"/.exec(html)?.[1] ?? "";

async function newEndpoint(browser: Awaited<ReturnType<typeof newBrowser>>, url: string) {
	const attempt = attemptIn((await browser.open("/developers/endpoints")).html);
	const fields = [
		["attempt", attempt],
		["url", url],
		["description", "back-end"],
		["eventTypes", "recovery_case.created"],
		["eventTypes", "recovery_case.executed"],
	] as [string, string][];
	const made = await browser.post("/developers/endpoints", fields);
	return {
		made,
		fields,
		path: /href="(\/developers\/endpoints\/we_[0-9a-f]{32})"/.exec(made.html)?.[1] ?? "",
	};
}

describe("an origin", () => {
	it("is asked for and removed, and a wrong one is named beside its field", async () => {
		const browser = await newBrowser();
		const wrong = await browser.post("/developers/origins", { origin: "http://app.example.com/x" });
		expect(wrong.status).toBe(400);
		expect(wrong.html).toContain('value="http://app.example.com/x"');
		expect(wrong.html).toMatch(/id="origin"[^>]*aria-invalid="true"/);
		// A slash at the end says nothing else.
		const asked = await browser.post("/developers/origins", { origin: "https://App.example.com/" });
		expect(asked.location).toBe("/developers/origins");
		const { html } = await browser.open("/developers/origins");
		expect(html).toContain("https://app.example.com<");
		expect(html).toContain("waits for a reviewer");
		const remove = /name="remove" value="(org_[0-9a-f]{32})"/.exec(html)?.[1] ?? "";
		expect((await (await newBrowser()).post("/developers/origins", { remove })).status).toBe(404);
		expect((await browser.post("/developers/origins", { remove })).status).toBe(303);
		expect((await browser.open("/developers/origins")).html).toContain("You have no site yet");
	});
});

describe("a webhook endpoint", () => {
	it("shows its secret once, by the page that made it", async () => {
		const browser = await newBrowser();
		const { made, fields, path } = await newEndpoint(browser, URL_OF_NOBODY);
		expect([made.status, made.headers.get("Cache-Control")]).toEqual([201, "no-store"]);
		expect(made.html).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
		const reloaded = await browser.post("/developers/endpoints", fields);
		expect([reloaded.status, reloaded.html]).toEqual([200, expect.stringContaining("This was done already")]);
		const pages = [reloaded, await browser.open("/developers/endpoints"), await browser.open(path)];
		for (const { html } of pages) expect(html).not.toContain("whsec_");
	});

	it("is changed, disabled, enabled, gets another secret, and is deleted with a tick", async () => {
		const browser = await newBrowser();
		const { path } = await newEndpoint(browser, URL_OF_NOBODY);
		const act = (action: string, more: Record<string, string> = {}) =>
			browser.post(path, { action, ...more });
		const fields = { url: `${URL_OF_NOBODY}/two`, description: "", eventTypes: "recovery_case.pending" };
		expect((await act("save", fields)).location).toBe(path);
		expect((await browser.open(path)).html).toContain(`${URL_OF_NOBODY}/two`);
		const wrong = await act("save", { ...fields, url: "http://10.0.0.1/" });
		expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('value="http://10.0.0.1/"')]);
		await act("disable");
		expect((await browser.open(path)).html).toContain('status stopped">disabled');
		await act("enable");
		expect((await browser.open(path)).html).toContain('status ">not called yet');
		const attempt = attemptIn((await browser.open(path)).html);
		expect((await act("rotate", { overlapSeconds: "3600", attempt })).html).toMatch(/whsec_/);
		expect((await act("rotate", { overlapSeconds: "3600", attempt })).html).not.toMatch(/whsec_/);
		expect((await act("delete")).status).toBe(400);
		expect((await act("delete", { sure: "yes" })).location).toBe("/developers/endpoints");
		expect((await browser.open(path)).status).toBe(404);
	});

	it("of another developer is not there", async () => {
		const { path } = await newEndpoint(await newBrowser(), URL_OF_NOBODY);
		const stranger = await newBrowser();
		for (const below of ["", "/deliveries"]) expect((await stranger.open(path + below)).status).toBe(404);
		for (const action of ["save", "disable", "rotate", "test"]) {
			expect((await stranger.post(path, { action, overlapSeconds: "0" })).status).toBe(404);
		}
		expect((await stranger.post(path, { action: "delete", sure: "yes" })).status).toBe(404);
	});

	it("is tested: the page shows the receiver's response, as text", async () => {
		const browser = await newBrowser();
		const name = crypto.randomUUID();
		await receiver.script(name, [{ status: 500, body: "<img src=x>" }]);
		const { path } = await newEndpoint(browser, receiver.hook(name));
		const attempt = attemptIn((await browser.open(path)).html);
		const { status, html } = await browser.post(path, { action: "test", attempt });
		expect(status).toBe(200);
		expect(html).toContain("not delivered");
		expect(html).toContain(">500</td>");
		expect(html).toContain("&lt;img src=x&gt;");
		expect(html).not.toContain("<img src=x");
		expect(html).toMatch(/<dt>Last failure<\/dt><dd><time /);
		expect((await browser.open("/developers/endpoints")).html).toContain("the last attempt failed");
	});

	it.each(["en", "es"] as const)("and its deliveries are whole in %s", async (language) => {
		const browser = await newBrowser(language);
		const { path } = await newEndpoint(browser, URL_OF_NOBODY);
		for (const opened of ["/developers/origins", "/developers/endpoints", path, `${path}/deliveries`]) {
			const { status, html } = await browser.open(opened);
			expect([opened, status]).toEqual([opened, 200]);
			expect(html).not.toMatch(/undefined|\[object/);
			if (language === "es") expect(html).not.toMatch(/ the |Save|Filter</);
		}
	});
});
