/**
 * A document beside a case, and files that attack its reader (hosted-app.md "Documents beside a case").
 * Over 300 lines, because its tests share a service, a browser and a case.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { en } from "../../src/web/app/copy/en/index.ts";
import { es } from "../../src/web/app/copy/es/index.ts";
import { VIEWER_POLICY, VIEWER_WORKER } from "../../src/web/viewer-names.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, SCREENSHOTS, startApp } from "../support/browser/app.ts";
import { enterAsDeveloper, newReviewer } from "../support/browser/enter.ts";
import { layoutShiftsOn, overflowOf } from "../support/browser/layout.ts";
import { registerPartner, type ServicePartner } from "../support/service/service-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../support/signing/signing.ts";
import { formOf } from "../support/signing/will-signing.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";
import { activePdf, chinesePdf, lockedPdf, PICTURE, SCANS, STAMP } from "../support/storage/scans.ts";

const MINUTE_MS = 60_000;
/** A site that no page of ours may ask for anything. */
const ELSEWHERE = "http://evil.example";

let app: App;
let token: string;
let partner: ServicePartner;
beforeAll(async () => {
	app = await startApp({ OPEN_CASES_PER_ACCOUNT: "50" });
	[token, partner] = await Promise.all([newReviewer(app), registerPartner(app.url)]);
}, 3 * MINUTE_MS);
afterAll(() => app?.stop());

/** A case with a court order and this document. @returns the page that shows both */
async function caseWith(
	bytes: Uint8Array,
	title = "Order of the court",
): Promise<{ path: string; file: string }> {
	const intent = newIntent();
	const jrcHash = hashRecoveryIntent(intent);
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	const { caseId } = (await filed.json()) as { caseId: string };
	await partner.send(`/recovery-cases/${jrcHash}/court-order`, await courtOrderBody(intent), "PATCH");
	const form = formOf({ title }, { bytes, type: "application/pdf", name: "order.pdf" });
	const added = await partner.send(`/recovery-cases/${jrcHash}/documents`, form);
	const { documentId } = (await added.json()) as { documentId: string };
	const path = `/review/cases/${caseId}`;
	return { path: `${path}?document=${documentId}`, file: `${path}/documents/${documentId}` };
}

async function reviewing(options: Parameters<App["visit"]>[0] = {}) {
	const visitor = await app.visit(options);
	await enterAsDeveloper(visitor.context, app, token);
	return visitor;
}

const shown = (page: Page) => page.locator(".viewer.ready canvas").waitFor();
const place = (page: Page) => page.locator("[data-viewer-place]").textContent();
const problem = (page: Page) => page.locator(".sheet .note.danger").textContent();

/** Whether the drawn page is dark at these places, which are parts of its width and height. */
const darkAt = (page: Page, places: (readonly [x: number, y: number])[]): Promise<boolean[]> =>
	page.evaluate((all) => {
		const canvas = document.querySelector<HTMLCanvasElement>(".leaf canvas");
		const context = canvas?.getContext("2d");
		if (!canvas || !context) throw new Error("nothing is drawn");
		return all.map(([x, y]) => {
			const [red = 0] = context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data;
			return red < 128;
		});
	}, places);

type Place = { evaluate(expression: string): Promise<unknown> };

/**
 * Runs in a task of its own, because the policy does not hold for code that a debugger evaluates.
 *
 * @returns what became of each attempt: "done" or the name of its error, and what else was pushed to `results`
 */
const runIn = async (place: Place, attempts: string): Promise<unknown> =>
	place.evaluate(`new Promise((resolve) => setTimeout(async () => {
		const results = [];
		const attempt = async (act) => {
			try {
				await act();
				results.push("done");
			} catch (error) {
				results.push(error.name);
			}
		};
		${attempts}
		resolve(results);
	}, 0))`);

describe("a document beside a case", () => {
	it.each([
		["en", "light", 1280],
		["es", "dark", 390],
	] as const)(
		"is read page by page, by the keyboard too, in %s, %s, %d px wide",
		async (language, theme, width) => {
			const texts = (language === "en" ? en : es).desk.viewer;
			const { path } = await caseWith(activePdf(ELSEWHERE));
			const visitor = await reviewing({ language, theme, width });
			const { page } = visitor;
			await visitor.open(path.split("?")[0] ?? "");
			expect(await page.locator(".viewer").count()).toBe(0);
			expect(await page.locator("script[src*=viewer]").count()).toBe(0);
			await page.getByRole("link", { name: texts.show }).click();
			await shown(page);
			expect(await layoutShiftsOn(page)).toEqual([]);
			expect(await place(page)).toContain("1");
			expect(await page.locator(".leaf .text").textContent()).toBe("Order of the court");
			// The stamp, and the paper beside it.
			expect(await darkAt(page, [STAMP, [STAMP[0], STAMP[1] - 0.1]])).toEqual([true, false]);
			await expectAccessible(page);
			expect(await overflowOf(page)).toBe(0);
			await visitor.look(`review-document-${language}-${theme}-${width}`);

			const wide = async () => (await page.locator(".leaf canvas").boundingBox())?.width ?? 0;
			const before = await wide();
			await page.getByRole("button", { name: texts.next }).focus();
			await page.keyboard.press("Enter");
			await expect.poll(() => place(page)).toContain("2");
			await page.keyboard.press("Enter");
			expect(await page.evaluate(() => document.activeElement?.ariaDisabled)).toBe("true");
			await page.getByRole("button", { name: texts.larger }).focus();
			await page.keyboard.press("Space");
			await expect.poll(() => place(page)).toContain("125 %");
			expect((await wide()) / before).toBeCloseTo(1.25, 1);
			if (width > 1000) {
				// It stays in sight beside the decision.
				await page.locator("#decide").scrollIntoViewIfNeeded();
				const [decide, sheet] = [
					await page.locator("#decide").boundingBox(),
					await page.locator(".sheet").boundingBox(),
				];
				expect(sheet?.y).toBeGreaterThan(0);
				expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThan(900);
				expect(sheet?.x).toBeGreaterThan((decide?.x ?? 0) + (decide?.width ?? 0));
				await page.screenshot({ path: join(SCREENSHOTS, "review-document-beside.png") });
			}
			await page.getByRole("link", { name: texts.close }).click();
			await page.waitForURL(/cases\/rc_[0-9a-f]+$/);
			visitor.expectNoProblems();
			await visitor.context.close();
		},
	);

	it.each(Object.entries(SCANS))(
		"that is a scan in %s is drawn without WebAssembly, cell by cell",
		async (_, scan) => {
			const { path } = await caseWith(scan());
			const visitor = await reviewing();
			await visitor.open(path);
			await shown(visitor.page);
			const columns = PICTURE[0]?.length ?? 0;
			const cells = PICTURE.map((_, y) =>
				Array.from({ length: columns }, (_, x) => [(x + 0.5) / columns, (y + 0.5) / PICTURE.length] as const),
			);
			const dark = await darkAt(visitor.page, cells.flat());
			const drawn = PICTURE.map((_, y) =>
				dark
					.slice(y * columns, (y + 1) * columns)
					.map((isDark) => (isDark ? "#" : "."))
					.join(""),
			);
			expect(drawn).toEqual(PICTURE);
			expect(await place(visitor.page)).toContain(en.desk.viewer.noText);
			await expectAccessible(visitor.page);
			visitor.expectNoProblems();
			await visitor.context.close();
		},
	);

	it("whose fonts are not in the file has its text all the same, and a page that is slow says so", async () => {
		const { path } = await caseWith(chinesePdf("判决书"));
		const { page, context, open, expectNoProblems } = await reviewing();
		const { promise: released, resolve: release } = Promise.withResolvers<void>();
		await page.route("**/*.bcmap", (route) => released.then(() => route.continue()));
		await open(path);
		await shown(page);
		await page.getByRole("button", { name: en.desk.viewer.next }).click();
		await expect.poll(() => place(page)).toBe("Drawing page 2 of 2 …");
		release();
		await expect.poll(() => place(page)).toBe("Page 2 of 2, 100 %");
		expect(await page.locator(".leaf .text").textContent()).toBe("判决书");
		expectNoProblems();
		await context.close();
	});

	it("runs no script of the file, follows none of its links and asks nobody for anything", async () => {
		const { path } = await caseWith(activePdf(ELSEWHERE));
		const visitor = await reviewing();
		const { page, context } = visitor;
		const asked: string[] = [];
		context.on("request", (request) => asked.push(request.url()));
		const surprises: string[] = [];
		page.on("dialog", (dialog) => void dialog.dismiss().then(() => surprises.push("dialog")));
		page.on("download", () => surprises.push("download"));
		context.on("page", () => surprises.push("window"));
		await visitor.open(path);
		await shown(page);
		const canvas = page.locator(".leaf canvas");
		for (const position of [
			{ x: 40, y: 40 },
			{ x: 200, y: 300 },
			{ x: 100, y: 500 },
		]) {
			await canvas.click({ position, force: true });
		}
		await page.getByRole("button", { name: en.desk.viewer.next }).click();
		await expect.poll(() => place(page)).toContain("2");
		expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
		expect(surprises).toEqual([]);
		expect(asked.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
		expect(asked.filter((url) => !/\/assets\/|\/review\/cases\//.test(url))).toEqual([]);
		expect(
			await page.locator(".sheet :is(a, input, button, form, iframe, object, embed, script)").count(),
		).toBe(0);
		visitor.expectNoProblems();
		await context.close();
	});

	it("lets neither page nor worker run a string or WebAssembly, and the worker ask for nothing", async () => {
		const { path, file } = await caseWith(pdfFile());
		const { page, context, open } = await reviewing();
		await open(path);
		await shown(page);
		const folder = await page.evaluate((name) => {
			const [entry] = performance.getEntriesByType("resource").filter((one) => one.name.endsWith(name));
			return entry?.name.slice(0, -name.length) ?? "";
		}, VIEWER_WORKER);
		expect(folder).toMatch(/\/assets\/viewer\/[\d.]+\/$/);
		const wasm = "new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))";
		const run = `await attempt(() => eval("1")); await attempt(() => new Function("1")); await attempt(() => ${wasm});`;
		expect(await runIn(page, run)).toEqual(["EvalError", "EvalError", "CompileError"]);
		expect(await page.evaluate(() => "pdfjsWorker" in globalThis)).toBe(false);
		const [worker] = page.workers();
		if (!worker) throw new Error("pdf.js has no worker");
		expect(await runIn(worker, run)).toEqual(["EvalError", "EvalError", "CompileError"]);
		const leave = `await attempt(() => fetch("${file}")); await attempt(() => fetch("${ELSEWHERE}")); await attempt(() => import("${folder}LICENSE")); await attempt(() => import("/assets/app/base.js"));`;
		expect(await runIn(worker, leave)).toEqual(["TypeError", "TypeError", "TypeError", "TypeError"]);
		await context.close();
	});

	it("has the one policy that starts its worker, which no other script and no other page gets", async () => {
		const { path } = await caseWith(pdfFile());
		const { page, context, open } = await reviewing();
		await open(path);
		await shown(page);
		const create = `await attempt(() => trustedTypes.createPolicy("${VIEWER_POLICY}", { createScriptURL: (url) => url }));`;
		const other = `await attempt(() => trustedTypes.createPolicy("other", {}));`;
		const start = `await attempt(() => new Worker("/assets/viewer/x"));`;
		expect(await runIn(page, `${create}${other}${start}`)).toEqual(["TypeError", "TypeError", "TypeError"]);
		await open(path.split("?")[0] ?? "");
		expect(await runIn(page, `${create}${start}`)).toEqual(["TypeError", "TypeError"]);
		// Another script that was first would get the policy, and with it no other worker than the viewer's.
		await page.route("**/viewer-*.js", (route) =>
			route.fulfill({ contentType: "text/javascript", body: "" }),
		);
		await open(path);
		const misuse = `
			const policy = trustedTypes.createPolicy("${VIEWER_POLICY}", { createScriptURL: (url) => url });
			const outcome = (url) => new Promise((resolve) => {
				try {
					const worker = new Worker(policy.createScriptURL(url));
					worker.onerror = () => resolve("blocked");
					worker.onmessage = () => resolve("ran");
				} catch (error) { resolve("blocked"); }
			});
			results.push(await outcome("data:text/javascript,postMessage(1)"));
			results.push(await outcome(URL.createObjectURL(new Blob(["postMessage(1)"], { type: "text/javascript" }))));
			results.push(await outcome("${await page.locator('script[src*="/base-"]').getAttribute("src")}"));`;
		expect(await runIn(page, misuse)).toEqual(["blocked", "blocked", "blocked"]);
		await context.close();
	});

	it.each([
		["differs", "other bytes than those of the case", pdfFile({ text: "Another order" })],
		["broken", "a damaged file", null],
		["locked", "a file with a password", lockedPdf()],
	] as const)("is not shown, and says why: %s", async (reason, _, bytes) => {
		const damaged = Buffer.from(pdfFile());
		damaged.fill(0x20, 20, damaged.length - 60);
		const { path, file } = await caseWith(reason === "differs" ? pdfFile() : (bytes ?? damaged));
		const visitor = await reviewing();
		const { page } = visitor;
		if (reason === "differs") {
			const headers = { "Content-Disposition": 'attachment; filename="order.pdf"' };
			await page.route(`**${file}`, (route) =>
				route.fulfill({ headers, contentType: "application/pdf", body: Buffer.from(bytes ?? []) }),
			);
		}
		await visitor.open(path);
		await page.locator(".sheet .note.danger").waitFor();
		expect(await problem(page)).toBe(en.desk.viewer[reason]);
		expect(await page.locator(".leaf canvas").count()).toBe(0);
		await expectAccessible(page);
		await visitor.look(`review-document-${reason}`);
		visitor.expectNoProblems();
		await visitor.context.close();
	});

	it("is never read in the page where its worker does not start", async () => {
		const { path, file } = await caseWith(pdfFile());
		const visitor = await reviewing();
		const { page } = visitor;
		await page.route(`**/${VIEWER_WORKER}`, (route) => route.abort());
		await visitor.open(path);
		await page.locator(".sheet .note.danger").waitFor();
		expect(await problem(page)).toBe(en.desk.viewer.failed);
		expect(await page.locator(".leaf canvas").count()).toBe(0);
		expect(await page.evaluate(() => "pdfjsWorker" in globalThis)).toBe(false);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: en.desk.viewer.download }).click(),
		]);
		expect(download.url()).toBe(`${app.url}${file}`);
		await visitor.context.close();
	});

	it("without scripts leads to the file", async () => {
		const { path } = await caseWith(pdfFile());
		const visitor = await reviewing({ scripts: false });
		await visitor.open(path);
		await visitor.page.getByText(en.desk.viewer.noScript).waitFor();
		expect(await visitor.page.getByRole("button", { name: en.desk.viewer.next }).isVisible()).toBe(false);
		await visitor.look("review-document-no-script");
		await visitor.context.close();
	});
});
