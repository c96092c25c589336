/** Pages of reviewers, courts and everybody, in a real browser (hosted-app.md "Reviewers"). */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";

const CREDENTIALS = { email: "reviewer@example.com", password: "Correct-horse-7" };
const MINUTE_MS = 60_000;

let app: App;
let token: string;
beforeAll(async () => {
	app = await startApp();
	const post = async (path: string) => {
		const headers = { "Content-Type": "application/json" };
		const response = await fetch(`${app.url}/api/v1${path}`, {
			method: "POST",
			headers,
			body: JSON.stringify(CREDENTIALS),
		});
		expect(response.ok, path).toBe(true);
		return (await response.json()) as { user: { id: string }; accessToken: string };
	};
	const { user } = await post("/auth/register");
	execFileSync("npm", ["run", "reviewer", "--", "grant", user.id, "--yes", "--state", app.stateDir]);
	token = (await post("/auth/login")).accessToken;
}, 3 * MINUTE_MS);
afterAll(() => app?.stop());

const PAGES = [
	["/review", "queue"],
	["/review/cases", "cases"],
	["/review/releases", "releases"],
	["/review/origins", "origins"],
	["/review/resolvers", "resolvers"],
	["/review/dead-letters", "dead-letters"],
	["/review/audit", "audit"],
	["/resolve", "resolve"],
	["/terms", "terms"],
	["/privacy", "privacy"],
] as const;

it.each([
	["en", "light", 1280],
	["es", "dark", 390],
] as const)(
	"break no rule in %s, %s, %d px wide",
	async (language, theme, width) => {
		const visitor = await app.visit({ language, theme, width });
		await visitor.context.addCookies([
			{ name: "access_token", value: token, url: app.url, httpOnly: true, sameSite: "Strict" },
		]);
		for (const [path, name] of PAGES) {
			await visitor.open(path);
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
