/** The hosted app under `npm start`, and visitors in a real Chromium. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { claimablePort } from "../../../scripts/start/port.ts";
import { type Start, startService } from "../service/service.ts";
import { launchChromium } from "./chromium.ts";

/** Every test writes what its pages look like. */
export const SCREENSHOTS = join(import.meta.dirname, "../../../build/screenshots");

type Visit = {
	/** Of the browser; `en` unless given. */
	language?: "en" | "es";
	/** Pixels; 1280 unless given. */
	width?: number;
	theme?: "light" | "dark";
	/** False for a visitor without scripts. */
	scripts?: boolean;
	/** A phone: touch, and the viewport that the page asks for. */
	isPhone?: boolean;
};

type Visitor = {
	page: Page;
	context: BrowserContext;
	/** Opens a path of the app. Fails if it responds with another status, 200 unless given. */
	open(path: string, status?: number): Promise<void>;
	/** Saves a picture of the whole page. */
	look(name: string): Promise<void>;
	/** Fails if a page has broken its policy, thrown an error or logged one. */
	expectNoProblems(): void;
};

export type App = {
	url: string;
	/** What the service stores, for the operator's commands. */
	stateDir: string;
	browser: Browser;
	visit(options?: Visit): Promise<Visitor>;
	/** Kills the service, runs `meanwhile`, and starts it again on the same state and port. */
	restart(meanwhile?: () => Promise<unknown>): Promise<void>;
	stop(): Promise<void>;
};

type AppOptions = {
	/** Opens the app by the name `localhost`, which browsers need for passkeys, in place of its address. */
	name?: "localhost";
	/** Default: `npm start`. */
	start?: Start;
};

/** @param settings of the service */
export async function startApp(
	settings: Record<string, string> = {},
	{ name, start = startService }: AppOptions = {},
): Promise<App> {
	mkdirSync(SCREENSHOTS, { recursive: true });
	const stateDir = mkdtempSync(join(tmpdir(), "replevin-app-"));
	const named = name && `http://${name}:${await claimablePort(0)}`;
	const env = { ...settings, ...(named && { BASE_URL: named }) };
	const [first, browser] = await Promise.all([
		start({ stateDir, env, ...(named && { port: Number(new URL(named).port) }) }),
		launchChromium(),
	]);
	let service = first;
	const url = named ?? first.url;
	return {
		url,
		stateDir,
		browser,
		visit: (options = {}) => visit(browser, url, options),
		async restart(meanwhile) {
			await service.killTree();
			await meanwhile?.();
			service = await start({ stateDir, env, port: Number(new URL(url).port) });
		},
		async stop() {
			await Promise.all([browser.close(), service.killTree()]);
			rmSync(stateDir, { recursive: true, force: true });
		},
	};
}

async function visit(
	browser: Browser,
	baseURL: string,
	{ language = "en", width = 1280, theme = "light", scripts = true, isPhone = false }: Visit,
): Promise<Visitor> {
	const context = await browser.newContext({
		baseURL,
		locale: language,
		colorScheme: theme,
		viewport: { width, height: width < 600 ? 844 : 900 },
		javaScriptEnabled: scripts,
		...(isPhone && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
	});
	const page = await context.newPage();
	const problems: string[] = [];
	// Violations of the policy are logged as errors. So is a form that shows again with its errors, which is none.
	page.on("console", (message) => {
		const isForm = message.text().includes("responded with a status of 400");
		if (message.type() === "error" && !isForm) problems.push(message.text());
	});
	page.on("pageerror", (error) => problems.push(error.message));
	return {
		page,
		context,
		async open(path, status = 200) {
			const response = await page.goto(path);
			// There is none if only the part behind `#` is new.
			expect([path, response?.status() ?? status]).toEqual([path, status]);
		},
		async look(name) {
			await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
		},
		expectNoProblems: () => expect(problems).toEqual([]),
	};
}
