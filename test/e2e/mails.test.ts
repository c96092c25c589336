/** Every mail in a real browser, as a phone and a mail program on a desk show it (mail.md "Templates"). */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPages } from "../../scripts/pages/kept-pages.ts";
import { mailKinds, ruleOf } from "../../src/mail/mail-kinds.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { SCREENSHOTS } from "../support/browser/app.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { overflowOf } from "../support/browser/layout.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(SCREENSHOTS, "mails");
const SETTINGS = {
	brand: "Replevin",
	appOrigin: "https://recovery.example.com",
	operator: { name: "Example Trust Company", contact: null },
};
const AT = Date.UTC(2026, 8, 30, 22, 55);
const UNTIL = new Date(AT + 28 * 24 * 3600 * 1000).toISOString();
/** Of each kind of fact, a long one. */
const FACTS: Record<string, string> = {
	account: "0xCa11bde05977b3631167028862bE2a173976CA11",
	chainId: "8453",
	...{ cases: "12", releases: "12", origins: "12", hours: "48", letters: "1000" },
	...{ caseId: `rc_${"0123456789abcdef".repeat(2)}`, endpointId: `we_${"0123456789abcdef".repeat(2)}` },
	...{ hint: "8f2e", pepper: "1", reason: "documents_missing" },
	...{ earliest: UNTIL, until: UNTIL, status: "allowed" },
};

let renderMail: (letter: object, settings: object) => Promise<{ html: string; text: string }>;
let browser: Browser;
beforeAll(async () => {
	mkdirSync(FOLDER, { recursive: true });
	[browser] = await Promise.all([launchChromium(), buildPages(ROOT)]);
	({ renderMail } = await import(join(ROOT, "build/pages/pages.mjs")));
}, 180_000);
afterAll(() => browser?.close());

const mailOf = (kind: (typeof mailKinds)[number], language: "en" | "es") => {
	const { facts, hasCode, isAboutSecurity } = ruleOf(kind);
	return renderMail(
		{
			...{ kind, language, at: AT },
			facts: Object.fromEntries(facts.map((name) => [name, FACTS[name] ?? expect.fail(`${name} is new`)])),
			code: hasCode ? "01234-56789-ABCDE-FGHJK-MNPQR" : null,
			unsubscribeUrl: isAboutSecurity ? null : `${SETTINGS.appOrigin}/mail/unsubscribe/${"a".repeat(86)}`,
		},
		SETTINGS,
	);
};

describe.each([
	["light", 320],
	["dark", 600],
] as const)("%s, %d px", (colorScheme, width) => {
	it.each(mailKinds)("%s fits and can be read, in both languages", async (kind) => {
		const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
		const page = await context.newPage();
		for (const language of ["en", "es"] as const) {
			const { html, text } = await mailOf(kind, language);
			expect(`${html}${text}`).not.toMatch(/undefined|Invalid Date|NaN|\[object/);
			await page.setContent(html);
			expect(await overflowOf(page)).toBe(0);
			await expectAccessible(page);
			await page.screenshot({
				path: join(FOLDER, `${kind}-${language}-${colorScheme}-${width}.png`),
				fullPage: true,
			});
		}
		await context.close();
	});
});
