/** The mailbox of the service on this machine, `/dev/mail`. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { en } from "../../../src/web/app/copy/en/index.ts";
import { expectAccessible } from "./accessibility.ts";
import { SCREENSHOTS } from "./app.ts";

/** Opens the newest mail, and returns its text. @param subject of the mail to wait for, if it is not any */
export async function newestMail(page: Page, url: string, subject = ""): Promise<string> {
	for (;;) {
		await page.goto(`${url}/dev/mail`);
		const newest = page.locator("tbody a", { hasText: subject }).first();
		if ((await newest.count()) === 0) continue;
		await newest.click();
		return page.locator("pre.mail").innerText();
	}
}

export const codeIn = (mail: string) => /(?:[0-9A-Z]{5}-){4}[0-9A-Z]{5}/.exec(mail)?.[0] ?? "";

/** The open mail, as a mail program shows it: it fits a phone, light and dark, and its text has the contrast. */
export async function expectGoodMail(page: Page, name: string): Promise<void> {
	await expectAccessible(page);
	await page.getByRole("link", { name: en.mail.local.html }).click();
	for (const width of [320, 600]) {
		for (const colorScheme of ["light", "dark"] as const) {
			await page.setViewportSize({ width, height: 800 });
			await page.emulateMedia({ colorScheme });
			await expectAccessible(page);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
			const path = join(SCREENSHOTS, `mail-${name}-${width}-${colorScheme}.png`);
			await page.screenshot({ path, fullPage: true });
		}
	}
}
