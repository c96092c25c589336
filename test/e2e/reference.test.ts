/** The reference and the search in a browser: with a keyboard, without scripts, on paper (docs-pages.md "Pages", "Search"). */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDocument } from "../../scripts/pages/reference/reference-pages.ts";
import { samplesOf } from "../../scripts/pages/reference/samples/samples.ts";
import { en } from "../../src/web/app/copy/en/index.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { overflowOf } from "../support/browser/layout.ts";
import { hasPython, newSampleFolder } from "../support/reference/sample-run.ts";
import { issueKey, registerDeveloper } from "../support/service/service-client.ts";

let app: App;
beforeAll(async () => {
	app = await startApp();
});
afterAll(() => app?.stop());

const OPERATION = "/developers/reference/hosted-links/createHostedLink";

it("finds an operation with the keyboard alone, and says how many results there are", async () => {
	const { page, open, look, expectNoProblems } = await app.visit();
	await open("/developers/docs");
	await page.keyboard.press("/");
	await page.keyboard.type("createHostedLink");
	const results = page.locator("[data-search-results] a");
	await results.first().waitFor();
	expect(await page.locator("[data-search-status]").textContent()).toMatch(/^Results: \d+$/);
	await look("search");
	await page.keyboard.press("ArrowDown");
	expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Make a link");
	await page.keyboard.press("ArrowUp");
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("docs-search");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Escape");
	expect(await results.first().isVisible()).toBe(false);
	await page.keyboard.press("Enter");
	await page.waitForURL(/\/developers\/search\?q=createHostedLink$/);
	await page.locator("main .results a").first().click();
	await page.waitForURL(/\/developers\/reference\/hosted-links\/createHostedLink$/);
	expectNoProblems();
	await page.context().close();
});

it("opens the chosen language in every operation", async () => {
	const { page, open, expectNoProblems } = await app.visit();
	await open(OPERATION);
	const openIn = (language: string) => page.locator(`details[data-language="${language}"][open]`).count();
	expect([await openIn("sh"), await openIn("py")]).toEqual([1, 0]);
	await page.locator('details[data-language="py"] summary').click();
	await expect.poll(() => openIn("py")).toBe(1);
	// The rail leads to the group's other operations.
	const rail = page.getByRole("navigation", { name: en.developers.docs.title });
	expect(await rail.locator('.sections [aria-current="page"]').textContent()).toMatch(/^Make a link/);
	await rail.getByRole("link", { name: "List your hosted links" }).click();
	await page.waitForURL(/\/hosted-links\/listHostedLinks$/);
	expect([await openIn("sh"), await openIn("py")]).toEqual([0, 1]);
	expectNoProblems();
	await page.context().close();
});

it("shows every sample and searches without scripts", async () => {
	const { page, open } = await app.visit({ scripts: false });
	await open(OPERATION);
	await page.locator('details[data-language="py"] summary').first().click();
	expect(await page.getByText("import requests").first().isVisible()).toBe(true);
	await page.getByLabel("Search guides and reference").fill("INVALID_SIGNER");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "INVALID_SIGNER" }).first().click();
	await page.waitForURL(/errors#INVALID_SIGNER$/);
	await page.context().close();
});

it("prints what is folded, and neither the rail nor the search", async () => {
	const { page, open, look } = await app.visit({ width: 800 });
	await open(OPERATION);
	await page.emulateMedia({ media: "print" });
	const printed = (text: string) =>
		page
			.locator("pre", { hasText: text })
			.first()
			.evaluate((element) => element.getBoundingClientRect().height);
	expect(await printed("import requests")).toBeGreaterThan(100);
	expect(await printed('from "@replevin/sdk"')).toBeGreaterThan(100);
	expect(await page.locator(".docs-search").isVisible()).toBe(false);
	expect(await page.locator("nav.areas").isVisible()).toBe(false);
	await look("reference-print");
	await page.context().close();
});

it("prints wide tables whole, because paper does not scroll", async () => {
	// A4 without its margins.
	const { page, open, look } = await app.visit({ width: 673 });
	await open("/developers/docs/case-lifecycle");
	await page.emulateMedia({ media: "print" });
	expect(await overflowOf(page)).toBe(0);
	await look("guide-print");
	await page.context().close();
});

/** Operations that work on a fresh service, in an order in which each finds what it needs. */
const WITH_KEY = [
	...["getClientConfig", "getHealth", "prepareTypedData", "calculateJrcHash", "findDuplicateCase"],
	...["createRecoveryCase", "getRecoveryCase", "getRecoveryCaseEvidence", "listRecoveryCaseEvents"],
	...["listRecoveryCases", "listNotices", "listEvents"],
	...["listWebhookEndpoints", "listHostedLinks", "getEstateProfile"],
];
const WITH_SESSION = ["getCurrentUser", "listSessions", "listApiKeys", "requestOrigin", "listOrigins"];

const python = await hasPython();

describe("samples against the service", () => {
	let folder: ReturnType<typeof newSampleFolder>;
	beforeAll(async () => {
		const developer = await registerDeveloper(app.url);
		const { apiKey, apiSecret } = await issueKey(app.url, developer);
		const credentials = {
			REPLEVIN_URL: app.url,
			REPLEVIN_API_KEY: apiKey,
			REPLEVIN_API_SECRET: apiSecret,
			REPLEVIN_ACCESS_TOKEN: developer.token,
		};
		folder = newSampleFolder({}, credentials);
	});
	afterAll(() => folder?.remove());

	const samples = samplesOf(readDocument(join(import.meta.dirname, "../..")));
	const sources = (language: "curl" | "typescript" | "python") =>
		new Map([...WITH_KEY, ...WITH_SESSION].map((id) => [id, samples.get(id)?.[language] ?? "exit 1"]));

	it.each(["curl", "typescript"] as const)("run in %s", async (language) => {
		expect(await folder[language](sources(language))).toBe("");
	});

	// samples.test.ts says aloud what this machine lacks.
	it.skipIf(!python)("run in Python", async () => {
		expect(await folder.python(sources("python"))).toBe("");
	});
});
