/**
 * Pages of reviewers, courts and everybody, in a real browser (hosted-app.md "Reviewers").
 * Over 300 lines: its tests share one service and one browser, which take seconds to start.
 */
import { join } from "node:path";
import type { Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { en } from "../../src/web/app/copy/en/index.ts";
import { es } from "../../src/web/app/copy/es/index.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, SCREENSHOTS, startApp } from "../support/browser/app.ts";
import { enterAsDeveloper, enterAsWallet, newReviewer } from "../support/browser/enter.ts";
import { registerPartner } from "../support/service/service-client.ts";
import {
	claimant,
	closeBody,
	courtOrderBody,
	newCaseBody,
	newIntent,
	owner,
} from "../support/signing/signing.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";

const MINUTE_MS = 60_000;
const COURT = "United States District Court, Southern District of New York";
const QUESTION = "Which court is this? Please add its letter.";
/** The page waits five seconds and a random part of a sixth. */
const POLLED_MS = 6_500;

let app: App;
let token: string;
beforeAll(async () => {
	app = await startApp({ CHALLENGE_PERIOD_SECONDS: "3600" });
	token = await newReviewer(app);
}, 3 * MINUTE_MS);
afterAll(() => app?.stop());

type Texts = typeof en;
const PAGES: [path: string, name: string, heading: (texts: Texts) => string][] = [
	["/review", "queue", ({ review }) => review.queue.title],
	["/review/cases", "cases", ({ review }) => review.cases.title],
	["/review/releases", "releases", ({ review }) => review.releases.title],
	["/review/origins", "origins", ({ review }) => review.origins.title],
	["/review/resolvers", "resolvers", ({ review }) => review.resolvers.title],
	["/review/dead-letters", "dead-letters", ({ review }) => review.deadLetters.title],
	["/review/audit", "audit", ({ review }) => review.audit.title],
	["/resolve", "resolve", ({ resolve }) => resolve.title],
	["/terms", "terms", ({ about }) => about.terms.title],
	["/privacy", "privacy", ({ about }) => about.privacy.title],
];

it.each([
	["en", "light", 1280],
	["es", "dark", 390],
] as const)(
	"opens each page for a reviewer in %s, %s, %d px wide, without breaking a rule",
	async (language, theme, width) => {
		const visitor = await app.visit({ language, theme, width });
		await enterAsDeveloper(visitor.context, app, token);
		for (const [path, name, heading] of PAGES) {
			await visitor.open(path);
			const title = await visitor.page.textContent("h1");
			expect([path, title]).toEqual([path, heading(language === "es" ? es : en)]);
			await expectAccessible(visitor.page);
			const overflow = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect([path, overflow]).toEqual([path, 0]);
			await visitor.look(`review-${name}-${language}-${theme}-${width}`);
		}
		visitor.expectNoProblems();
		await visitor.context.close();
	},
	2 * MINUTE_MS,
);

it("verifies an order after a second look, which the claimant's page then shows by itself", async () => {
	const partner = await registerPartner(app.url);
	const intent = newIntent();
	const jrcHash = hashRecoveryIntent(intent);
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	const { caseId } = (await filed.json()) as { caseId: string };
	await partner.send(`/recovery-cases/${jrcHash}/court-order`, await courtOrderBody(intent), "PATCH");

	const claiming = await app.visit();
	await enterAsWallet(claiming.context, app, claimant);
	await claiming.open(`/cases/${caseId}`);
	await claiming.page.getByText("not checked yet").waitFor();

	const visitor = await app.visit();
	const { page, context } = visitor;
	await enterAsDeveloper(context, app, token);
	await visitor.open("/review");
	await page.locator(`a[href="/review/cases/${caseId}"]`).click();
	await page.getByRole("button", { name: "Continue" }).waitFor();
	await visitor.look("review-case");
	await expectAccessible(page);
	const court = page.getByRole("group", { name: "Court", exact: true });
	const paper = court.getByLabel("In the papers");
	const tick = court.getByLabel("Compared, and the same");
	await paper.fill("SDNY");
	await court.getByText("Not what is claimed.").waitFor();
	expect([await tick.isVisible(), await court.getByLabel("What differs").isVisible()]).toEqual([false, true]);
	await visitor.look("review-compared");
	await expectAccessible(page);
	await paper.fill(COURT);
	await court.getByText("The same as claimed.").waitFor();
	expect([await tick.isChecked(), await court.getByLabel("What differs").isVisible()]).toEqual([true, false]);
	await page.getByLabel("Verify the court order: I asked the court").check();
	// What was typed survives a note, an error, the way back, and a change of mind.
	await page.getByLabel("New note").fill("The clerk called back.");
	await page.getByRole("button", { name: "Add the note" }).click();
	await page.getByText("Your note is stored.").waitFor();
	const look = () => page.getByRole("button", { name: "Continue" }).click();
	await look();
	await page.getByText("Give your reason.").first().waitFor();
	await page.getByLabel("Your reason").fill("Called the clerk of the court.");
	await look();
	await page.getByRole("heading", { level: 1, name: "Verify this court order?" }).waitFor();
	await page.goBack();
	await court.getByText("The same as claimed.").waitFor();
	await look();
	await page.getByRole("button", { name: "Go back and change it" }).click();
	await court.getByText("The same as claimed.").waitFor();
	expect([await paper.inputValue(), await tick.isChecked()]).toEqual([COURT, true]);
	await look();
	await page.getByRole("heading", { level: 1, name: "Verify this court order?" }).waitFor();
	expect(await page.locator("main").textContent()).toContain("This cannot be undone.");
	expect(await page.locator("main").textContent()).toContain("You have not compared 7 of 8 values: ");
	await expectAccessible(page);
	await visitor.look("review-second-look");
	expect(await claiming.page.getByText("not checked yet").count()).toBe(1);
	await page.getByRole("button", { name: "Yes, the order is genuine" }).click();
	await page.getByText("The order is verified.").waitFor();
	expect(await page.locator(".status.done", { hasText: "found that it is real" }).count()).toBe(1);
	await page
		.getByRole("navigation", { name: "Main" })
		.getByRole("link", { name: "Waiting for a reviewer" })
		.click();
	await page.getByText("There is nothing to show.").waitFor();
	expect(await page.locator(`a[href="/review/cases/${caseId}"]`).count()).toBe(0);

	const { page: own } = claiming;
	await own.getByText("a reviewer found that it is real", { exact: true }).waitFor({ timeout: 15_000 });
	expect(await own.locator("[data-live]").textContent()).toContain(en.cases.doing.order_verified[0][0]);
	expect(await own.locator("[data-live]").textContent()).toContain("Called the clerk of the court.");
	await claiming.look("case-verified");
	// README.md shows a copy of it: docs/images/case.png.
	await own.setViewportSize({ width: 960, height: 800 });
	await own.screenshot({ path: join(SCREENSHOTS, "readme.png") });
	await expectAccessible(own);
	for (const { expectNoProblems, context } of [visitor, claiming]) {
		expectNoProblems();
		await context.close();
	}
});

it("moves between the cases of the queue by keys, which can be turned off and write in a field", async () => {
	const partner = await registerPartner(app.url);
	for (let at = 0; at < 2; at++) {
		const intent = newIntent();
		await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/court-order`;
		await partner.send(path, await courtOrderBody(intent), "PATCH");
	}
	const { context, page, open, expectNoProblems } = await app.visit();
	await enterAsDeveloper(context, app, token);
	await open("/review");
	await page.getByRole("link", { name: "1 more from the same filer" }).first().click();
	const cases = page.locator("[data-line]");
	await cases.nth(1).waitFor();
	const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href"));
	const [first, second] = await cases.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
	const keys = page.getByRole("button", { name: "Turn these keys off" });
	await keys.click();
	await page.keyboard.press("j");
	expect(await focused()).toBe(null);
	await page.getByRole("button", { name: "Turn these keys on" }).click();
	for (const [key, href] of [
		["j", first],
		["j", second],
		["k", first],
	] as const) {
		await page.keyboard.press(key);
		expect([key, await focused()]).toEqual([key, href]);
	}
	await expectAccessible(page);
	await page.keyboard.press("Enter");
	await page.waitForURL(`**${first}`);
	await page.keyboard.press("c");
	await page.waitForURL("**#compare");
	await page.getByLabel("Your reason").focus();
	await page.keyboard.type("no common name");
	expect(await page.getByLabel("Your reason").inputValue()).toBe("no common name");
	await page.getByRole("heading", { level: 1 }).click();
	// The link that asks for a file chooses the halt, whatever was chosen before.
	await page.getByLabel("Verify the court order: I asked the court").check();
	await page.getByRole("link", { name: "Ask the claimant for the file" }).click();
	await page.waitForURL("**#decide");
	expect(await page.getByLabel("Put the case on hold").isChecked()).toBe(true);
	expect(await page.getByLabel("Why it is on hold").inputValue()).toBe("documents_missing");
	expect(await page.getByLabel("Your reason").inputValue()).toBe("no common name");
	await page.getByRole("heading", { level: 1 }).click();
	await page.keyboard.press("n");
	await page.waitForURL((url) => url.pathname.startsWith("/review/cases/") && url.pathname !== first);
	// Nothing is compared where somebody has objected.
	const lostAccount = owner.address;
	const contested = newIntent({ lostAccount, reasonForRecovery: "inheritance" });
	const jrcHash = hashRecoveryIntent(contested);
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(contested));
	const { caseId } = (await filed.json()) as { caseId: string };
	await partner.send(`/recovery-cases/${jrcHash}/court-order`, await courtOrderBody(contested), "PATCH");
	const objection = await closeBody(contested, "contest", owner);
	expect((await partner.send(`/recovery-cases/${jrcHash}/contest`, objection)).status).toBe(200);
	await open(`/review/cases/${caseId}`);
	await page.keyboard.press("c");
	await page.waitForURL("**#decide");
	expectNoProblems();
	await context.close();
});

it("goes from a halt to the claimant's answer and on to the waiting period, on the pages of both", async () => {
	const partner = await registerPartner(app.url);
	const intent = newIntent();
	const jrcHash = hashRecoveryIntent(intent);
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	const { caseId } = (await filed.json()) as { caseId: string };
	await partner.send(`/recovery-cases/${jrcHash}/court-order`, await courtOrderBody(intent), "PATCH");
	const claiming = await app.visit({ width: 390 });
	await enterAsWallet(claiming.context, app, claimant);
	const reviewing = await app.visit();
	await enterAsDeveloper(reviewing.context, app, token);
	const { page } = reviewing;
	const decide = async (decision: string, reason: string, action: string) => {
		await page.getByLabel(decision).check();
		await page.getByLabel("Your reason").fill(reason);
		await page.getByRole("button", { name: "Continue" }).click();
		await expectAccessible(page);
		await page.getByRole("button", { name: action }).click();
		await page
			.getByText(/^The (?:case is on hold|order is verified)/)
			.first()
			.waitFor();
	};

	await reviewing.open("/review");
	await page.locator(`a[href="/review/cases/${caseId}"]`).click();
	await decide("Put the case on hold", QUESTION, "Yes, put the case on hold");
	const { page: own } = claiming;
	await claiming.open(`/cases/${caseId}`);
	await own.getByText(QUESTION).first().waitFor();
	await claiming.look("case-halted");
	await own.getByLabel(en.cases.documents.name).fill("Letter of the court");
	const buffer = Buffer.from(pdfFile({ text: "Letter" }));
	await own.setInputFiles("#file", { name: "letter.pdf", mimeType: "application/pdf", buffer });
	await own.getByRole("button", { name: en.cases.documents.add }).click();
	await own.getByText(en.cases.doing.answered[0][0]).first().waitFor();
	await claiming.look("case-answered");

	await reviewing.open("/review");
	await reviewing.look("review-answered");
	await page.getByText("answered").first().waitFor();
	await page.locator(`a[href="/review/cases/${caseId}"]`).click();
	await page.getByText("Letter of the court").first().waitFor();
	await decide(
		"Verify the court order, and let the case go on",
		"The court confirmed it.",
		"Yes, genuine, and let it go on",
	);
	await own.getByText("a reviewer found that it is real", { exact: true }).waitFor({ timeout: 15_000 });
	expect(await own.locator("[data-live]").textContent()).toContain(en.cases.doing.order_verified[0][0]);
	await claiming.look("case-resumed");
	for (const { expectNoProblems, context } of [reviewing, claiming]) {
		expectNoProblems();
		await context.close();
	}
});

it("without sockets, the claimant's page asks again by itself, and an upload shows how far it is", async () => {
	const partner = await registerPartner(app.url);
	const intent = newIntent();
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	const { caseId } = (await filed.json()) as { caseId: string };
	const { page, context, open, look, expectNoProblems } = await app.visit();
	await enterAsWallet(context, app, claimant);
	let sockets = 0;
	await page.routeWebSocket(/\/live$/, (socket) => {
		sockets++;
		void socket.close();
	});
	await page.clock.install();
	await open(`/cases/${caseId}`);
	await expect.poll(() => sockets).toBe(1);
	const order = await courtOrderBody(intent);
	await partner.send(`/recovery-cases/${hashRecoveryIntent(intent)}/court-order`, order, "PATCH");
	expect(await page.getByText("not checked yet").count()).toBe(0);
	await page.clock.fastForward(POLLED_MS);
	await page.getByText("not checked yet").waitFor();
	const motions = () =>
		page.evaluate(() =>
			[...document.querySelectorAll("*")]
				.map((element) => getComputedStyle(element))
				.filter((style) => style.animationName !== "none" || style.transitionDuration !== "0s")
				.map(({ animationName }) => animationName),
		);
	expect(await motions()).toEqual(["appear"]);
	await page.emulateMedia({ reducedMotion: "reduce" });
	expect(await motions()).toEqual([]);
	await expect.poll(() => sockets).toBe(2);

	const network = await context.newCDPSession(page);
	const speed = { downloadThroughput: -1, uploadThroughput: 256 * 1024 };
	await network.send("Network.emulateNetworkConditions", { offline: false, latency: 0, ...speed });
	const { documents } = en.cases;
	await page.locator("summary", { hasText: documents.addHeading }).click();
	await page.getByLabel(documents.name).fill("Letters of administration");
	const buffer = Buffer.from(pdfFile({ text: "Letters", attachment: "x".repeat(512 * 1024) }));
	await page.setInputFiles("#file", { name: "letters.pdf", mimeType: "application/pdf", buffer });
	await page.getByRole("button", { name: documents.add }).click();
	const progress = page.locator("progress");
	await progress.waitFor();
	const sent = () => progress.evaluate((bar) => (bar as HTMLProgressElement).value);
	await expect.poll(sent, { interval: 50 }).toBeGreaterThan(0);
	expect(await sent()).toBeLessThan(100);
	await page.getByText(documents.none).waitFor({ state: "hidden" });
	await look("case-uploaded");
	expect(await progress.isVisible()).toBe(false);
	expectNoProblems();
	await context.close();
});

it("keeps the form of a document that was rejected or could not be sent, and the page stays live", async () => {
	const partner = await registerPartner(app.url);
	const intent = newIntent();
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	const { caseId } = (await filed.json()) as { caseId: string };
	const { page, context, open } = await app.visit();
	await enterAsWallet(context, app, claimant);
	await page.clock.install();
	await open(`/cases/${caseId}`);
	const { documents } = en.cases;
	await page.locator("summary", { hasText: documents.addHeading }).click();
	const title = page.getByLabel(documents.name);
	await title.fill("Letters of administration");
	const buffer = Buffer.from("this is no PDF");
	await page.setInputFiles("#file", { name: "letters.pdf", mimeType: "application/pdf", buffer });
	const send = () => page.getByRole("button", { name: documents.add }).click();

	await context.setOffline(true);
	await send();
	await page.getByText(en.common.offline).waitFor();
	await context.setOffline(false);
	await page.route("**/documents", (route) => route.abort(), { times: 1 });
	await send();
	await page.getByText(en.common.problem.unavailable.text).waitFor();
	await send();
	const problem = page.getByRole("alert").filter({ hasText: documents.problem });
	await problem.waitFor();
	expect(await problem.evaluate((note) => note === document.activeElement)).toBe(true);
	await expectAccessible(page);
	expect(await title.inputValue()).toBe("Letters of administration");
	expect(await page.locator("#file").evaluate((input) => (input as HTMLInputElement).files?.length)).toBe(1);
	// News that the page cannot fetch at once are fetched later.
	let missed = 0;
	const miss = (route: Route) => {
		missed++;
		return route.abort();
	};
	await page.route("**/fragment", miss, { times: 1 });
	const order = await courtOrderBody(intent);
	await partner.send(`/recovery-cases/${hashRecoveryIntent(intent)}/court-order`, order, "PATCH");
	await expect.poll(() => missed).toBe(1);
	await page.clock.fastForward(POLLED_MS);
	await page.getByText("not checked yet").waitFor({ timeout: 10_000 });

	await context.clearCookies();
	await send();
	await page.getByText(en.common.problem.sessionEnded.title).waitFor();
	expect(await title.inputValue()).toBe("Letters of administration");
	await context.close();
});
