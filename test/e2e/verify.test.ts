/** `/verify` and the exhibit in a real browser (hosted-app.md "Checking evidence"). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { en } from "../../src/web/app/copy/en/index.ts";
import { keyPairHeaders } from "../support/auth/credentials.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { issueKey, partnerAt, registerDeveloper } from "../support/service/service-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../support/signing/signing.ts";

const filedResponse = z.object({ caseId: z.string(), jrcHash: z.string() });
let app: App;
let filed: z.infer<typeof filedResponse>;
let bundle: string;
let link: string;
let developerToken: string;

beforeAll(async () => {
	app = await startApp();
	const developer = await registerDeveloper(app.url);
	developerToken = developer.token;
	const { send } = partnerAt(app.url, keyPairHeaders(await issueKey(app.url, developer)));
	const intent = newIntent();
	filed = filedResponse.parse(
		await (await send("/recovery-cases/new-case", await newCaseBody(intent))).json(),
	);
	const path = `/recovery-cases/${hashRecoveryIntent(intent)}/court-order`;
	await send(path, await courtOrderBody(intent), "PATCH");
	bundle = await (await send(`/recovery-cases/${filed.caseId}/evidence`)).text();
	const made = await (await send(`/recovery-cases/${filed.caseId}/evidence-links`, {})).json();
	link = z.object({ url: z.string() }).parse(made).url;
});
afterAll(() => app?.stop());

const chooseFile = (page: Page, text: string) =>
	page.setInputFiles("#file", {
		name: "evidence.json",
		mimeType: "application/json",
		buffer: Buffer.from(text),
	});
const verdictOn = (page: Page) => page.locator("#result h2").textContent();

/** With the claimant's signature of the case in place of that of the order; canonical like the original. */
function withAnotherSignature(): string {
	const signatures = [...bundle.matchAll(/"signature":"(0x[0-9a-f]+)"/g)].map(([, hex]) => hex);
	const [created, attached] = signatures;
	if (!created || !attached) throw new Error("the case has two signed entries");
	return bundle.replace(attached, created);
}

describe("/verify", () => {
	it("accepts a true bundle with the network off, once it is loaded", async () => {
		const visitor = await app.visit();
		const { page, context } = visitor;
		await visitor.open("/verify");
		await visitor.look("verify");
		await context.setOffline(true);
		await chooseFile(page, bundle);
		expect(await verdictOn(page)).toBe("The evidence is genuine");
		const focused = await page.evaluate(() => document.activeElement?.textContent);
		expect(focused).toBe("The evidence is genuine");
		// A court compares them with the exhibit on paper.
		const { history } = JSON.parse(bundle) as { history: { entry: { hash: string } }[] };
		expect(await page.locator(".entries .hash").allTextContents()).toEqual(
			expect.arrayContaining(history.map(({ entry }) => entry.hash)),
		);
		await expectAccessible(page);
		await visitor.look("verify-accepted");
		visitor.expectNoProblems();
		await context.close();
	});

	it.each([
		["en", "light", 1280, "Entry 2 of the history (attached the court order) should be signed by 0x"],
		[
			"es",
			"dark",
			390,
			"La entrada 2 del historial (adjuntó la orden judicial) debería estar firmada por 0x",
		],
	] as const)("names the entry that fails, in %s, %s, %d px wide", async (language, theme, width, words) => {
		const visitor = await app.visit({ language, theme, width });
		const { page, context } = visitor;
		await visitor.open("/verify");
		await chooseFile(page, withAnotherSignature());
		await page.locator("#result .danger").waitFor();
		expect(await page.locator("#result li").first().textContent()).toContain(words);
		await page.locator("#result summary").click();
		expect(await page.locator("#result details").textContent()).toContain("$.history[1].payload.signature");
		await expectAccessible(page);
		await visitor.look(`verify-broken-${language}`);
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
		visitor.expectNoProblems();
		await context.close();
	});

	it("takes a file that is dropped anywhere on the page", async () => {
		const { page, context } = await app.visit();
		await page.goto("/verify");
		await page.evaluate((text) => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File([text], "evidence.json"));
			document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
		}, bundle);
		expect(await verdictOn(page)).toBe("The evidence is genuine");
		await context.close();
	});

	it("says nothing about a case for another file, and rejects evidence that another program saved", async () => {
		const { page, context } = await app.visit();
		await page.goto("/verify");
		const result = page.locator("#result");
		for (const text of ["not a bundle", "{}", "null", bundle.slice(0, -1)]) {
			await chooseFile(page, "");
			await chooseFile(page, text);
			await expect.poll(() => result.textContent()).toBe(en.verify.file.other);
		}
		await chooseFile(page, JSON.stringify(JSON.parse(bundle), null, 2));
		await expect.poll(() => result.textContent()).toContain("The file is not in its exact form.");
		await chooseFile(page, JSON.stringify({ format: JSON.parse(bundle).format }));
		await expect.poll(() => result.textContent()).toContain("The history does not have the form");
		await context.close();
	});

	it("shows the evidence behind a link, and says so when a link shows nothing", async () => {
		const { page, context } = await app.visit();
		await page.goto(link);
		expect(await verdictOn(page)).toBe("The evidence is genuine");
		const requests: string[] = [];
		page.on("request", (request) => requests.push(request.url()));
		await page.goto(`${app.url}/verify#${"A".repeat(43)}`);
		await expect.poll(() => page.locator("#result").textContent()).toContain("This link shows nothing.");
		expect(requests.filter((url) => !url.startsWith(app.url))).toEqual([]);
		expect(requests.some((url) => url.includes("A".repeat(43)) && !url.includes("#"))).toBe(false);
		await context.close();
	});

	it("compares a bundle with the fingerprint on paper", async () => {
		const visitor = await app.visit({ width: 390 });
		const { page, context } = visitor;
		await visitor.open(`/verify#jrcHash=${filed.jrcHash}`);
		expect(await page.locator("#from-paper").textContent()).toContain(filed.jrcHash);
		await visitor.look("verify-from-paper");
		await chooseFile(page, bundle);
		await expect.poll(() => page.locator("#result").textContent()).toContain("The file belongs to the paper");
		await page.evaluate(
			(other) => {
				location.hash = `jrcHash=${other}`;
			},
			`0x${"00".repeat(32)}`,
		);
		await chooseFile(page, bundle);
		await expect.poll(() => page.locator("#result").textContent()).toContain("another case than the paper");
		visitor.expectNoProblems();
		await context.close();
	});

	it("explains itself without script", async () => {
		const { page, context } = await app.visit({ scripts: false });
		await page.goto("/verify");
		expect(await page.getByText("Checking needs JavaScript, or the command line").isVisible()).toBe(true);
		expect(await page.locator("#file").isVisible()).toBe(false);
		await context.close();
	});
});

it("the exhibit prints on A4 and on Letter, and breaks no rule", async () => {
	const visitor = await app.visit();
	const { page, context } = visitor;
	await context.addCookies([{ name: "access_token", value: developerToken, url: app.url }]);
	await visitor.open(`/developers/cases/${filed.caseId}/exhibit`);
	await expectAccessible(page);
	expect(await page.locator("svg.qr").getAttribute("aria-label")).toContain("QR code");
	expect(await page.getByRole("button", { name: "Print this page" }).isVisible()).toBe(true);
	await visitor.look("exhibit");
	for (const [format, width] of [
		["A4", 595],
		["Letter", 612],
	] as const) {
		const pdf = (await page.pdf({ format })).toString("latin1");
		expect(Math.floor(Number(/\/MediaBox \[0 0 ([\d.]+)/.exec(pdf)?.[1]))).toBe(width);
		expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(4);
	}
	await page.emulateMedia({ media: "print" });
	expect(await page.locator("button[data-print]").isVisible()).toBe(false);
	await visitor.look("exhibit-printed");
	visitor.expectNoProblems();
	await context.close();
});
