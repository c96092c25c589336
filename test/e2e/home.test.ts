// hosted-app.md "How it hangs together".
/** The first page and the frame of every page, in a real browser (hosted-app.md). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";

let app: App;
beforeAll(async () => {
	app = await startApp();
});
afterAll(() => app?.stop());

it.each([
	["en", "light", 1280],
	["en", "dark", 390],
	["es", "light", 390],
	["es", "dark", 1280],
] as const)("the first page in %s, %s, %d px wide, breaks no rule", async (language, theme, width) => {
	const visitor = await app.visit({ language, theme, width });
	await visitor.open("/");
	await expectAccessible(visitor.page);
	const overflow = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	expect(overflow).toBeLessThanOrEqual(0);
	await visitor.look(`home-${language}-${theme}-${width}`);
	visitor.expectNoProblems();
	await visitor.context.close();
});

it("the status, and a page that does not exist, break no rule", async () => {
	const visitor = await app.visit();
	for (const [path, status, name] of [
		["/status", 200, "status"],
		["/nothing", 404, "not-found"],
	] as const) {
		await visitor.open(path, status);
		await expectAccessible(visitor.page);
		await visitor.look(name);
	}
	await visitor.context.close();
});

it("is one service by each name of this machine, and names its address to forms of others", async () => {
	const { port } = new URL(app.url);
	const localhost = `http://localhost:${port}`;
	const opened = await fetch(`${localhost}/recover?reason=deceased`, { redirect: "manual" });
	expect([opened.status, opened.headers.get("location")]).toEqual([
		307,
		`${app.url}/recover?reason=deceased`,
	]);
	const send = (Origin: string) =>
		fetch(`${localhost}/language`, {
			method: "POST",
			redirect: "manual",
			headers: { Origin },
			body: new URLSearchParams({ language: "en" }),
		});
	expect((await send(localhost)).status).toBe(303);
	for (const origin of [`http://localhost:${Number(port) + 1}`, "http://localhost.example", "null"]) {
		const foreign = await send(origin);
		expect([origin, foreign.status]).toEqual([origin, 403]);
		expect(await foreign.text()).toContain(`The address of this service is ${app.url}.`);
	}
});

it("runs no script that somebody has injected, neither as a tag nor as a string", async () => {
	const { page, context } = await app.visit();
	await page.goto("/");
	const blocked = await page.evaluate(async () => {
		const script = document.createElement("script");
		try {
			script.textContent = "globalThis.injected = true";
		} catch {
			return "trusted types";
		}
		document.body.append(script);
		return "injected" in globalThis ? "ran" : "policy";
	});
	expect(blocked).toBe("trusted types");
	const html = await page.evaluate(() => {
		try {
			document.body.innerHTML = "<p>injected</p>";
			return "written";
		} catch {
			return "blocked";
		}
	});
	expect(html).toBe("blocked");
	await context.close();
});

it("changes the language by keyboard alone, and keeps it", async () => {
	const { page, context } = await app.visit({ language: "en" });
	await page.goto("/status");
	await page.keyboard.press("Tab");
	expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Skip to the content");
	for (let presses = 0; presses < 20; presses++) {
		await page.keyboard.press("Tab");
		if ((await page.evaluate(() => document.activeElement?.textContent)) === "Español") break;
	}
	await page.keyboard.press("Enter");
	await page.waitForURL("**/status");
	await expect.poll(() => page.getAttribute("html", "lang")).toBe("es");
	await page.goto("/");
	expect(await page.getAttribute("html", "lang")).toBe("es");
	await context.close();
});

it("works without script", async () => {
	const { page, context } = await app.visit({ scripts: false });
	await page.goto("/");
	await page.click("text=Español");
	expect(await page.textContent("h1")).toBe("Una vía legal para recuperar una cuenta");
	await context.close();
});
