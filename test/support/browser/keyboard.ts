/** A visitor who has a keyboard and no mouse. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

const MOST_STOPS = 60;

type Focus = { name: string; isVisible: boolean; isOnScreen: boolean };

/** The element with the focus: its name, and whether its focus can be seen. */
function focusOn(page: Page): Promise<Focus> {
	return page.evaluate(() => {
		const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
		const text =
			element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		const { top, bottom } = element.getBoundingClientRect();
		return {
			name: (text ?? "").trim().replaceAll(/\s+/g, " "),
			isVisible: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
			isOnScreen: bottom > 0 && top < innerHeight,
		};
	});
}

/** Presses Tab until the element with this name has the focus. Fails if the focus is lost or cannot be seen on the way. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
	const passed: string[] = [];
	while (passed.length < MOST_STOPS) {
		await page.keyboard.press("Tab");
		const focus = await focusOn(page);
		expect(focus).toMatchObject({ isVisible: true, isOnScreen: true });
		if (typeof name === "string" ? focus.name === name : name.test(focus.name)) return;
		passed.push(focus.name);
	}
	throw new Error(`Tab does not reach ${name}. It reaches: ${passed.join(" | ")}`);
}

/** Presses a link or a button by keyboard. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
	await tabTo(page, name);
	await page.keyboard.press("Enter");
}

/** Writes into a field by keyboard, in place of its value. */
export async function write(page: Page, name: string | RegExp, text: string): Promise<void> {
	await tabTo(page, name);
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type(text);
}
