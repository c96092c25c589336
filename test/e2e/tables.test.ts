/** Tables of the app on a phone, on a tablet and on paper (hosted-app.md "Tables"). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LOOKS } from "../looks/pages.ts";
import { type Stage, startStage } from "../looks/stage.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";

const PHONE = 390;
const WIDTHS = [320, PHONE, 700, 1000, 1280];
const MINUTE_MS = 60_000;

const PAGES = [
	"privacy",
	"case-exhibit",
	"contest-own",
	"estate-codes",
	"estate-history",
	"developers-account",
	"developers-keys",
	"developers-origins",
	"developers-endpoints",
	"developers-endpoint-tested",
	"developers-deliveries",
	"developers-links",
	"developers-cases",
	"developers-case",
	"review-queue",
	"review-cases",
	"review-case",
	"review-resolvers",
	"review-audit",
];

let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
}, 3 * MINUTE_MS);
afterAll(() => stage?.app.stop());

/** What of the tables is to the right of the window, or scrolls by itself. */
function hiddenOn(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const parts = [...document.querySelectorAll("table, table :not(.hidden-visually, .hidden-visually *)")];
		if (parts.length === 0) return ["There is no table."];
		return parts
			.filter((part) => part.getClientRects().length > 0)
			.filter((part) => {
				const isInline = getComputedStyle(part).display === "inline";
				const isOutside = part.getBoundingClientRect().right > innerWidth + 0.5;
				return isOutside || (!isInline && part.scrollWidth > part.clientWidth);
			})
			.map((part) => `${part.localName}: ${part.textContent}`.slice(0, 80));
	});
}

it.each(["en", "es"] as const)(
	"every table shows all that it has at each width, in %s",
	async (language) => {
		const hidden: Record<string, string[]> = {};
		for (const name of PAGES) {
			const one = LOOKS.find((look) => look.name === name);
			if (!one) throw new Error(`There is no look ${name}.`);
			const { page, context, open, look } = await stage.app.visit({ language });
			await stage.enter(context, one.as);
			await open(typeof one.path === "string" ? one.path : one.path(stage), one.status);
			await one.steps?.(page, stage);
			for (const width of WIDTHS) {
				await page.setViewportSize({ width, height: 900 });
				const found = await hiddenOn(page);
				if (found.length > 0) hidden[`${name}, ${width} px`] = found;
				if (width !== PHONE) continue;
				await expectAccessible(page);
				await look(`table-${name}-${language}`);
			}
			await context.close();
		}
		expect(hidden).toEqual({});
	},
	3 * MINUTE_MS,
);

it("a row is a card on a phone, whose cells name their columns, and a row on paper", async () => {
	const { page, context, open } = await stage.app.visit({ width: PHONE });
	await stage.enter(context, "owner");
	await open("/estate/codes");
	const headings = await page.locator("thead th").allTextContents();
	const namesOf = () =>
		page
			.locator("tbody > tr")
			.first()
			.locator("th, td")
			.evaluateAll((cells) =>
				cells.map((cell) => [getComputedStyle(cell).display, getComputedStyle(cell, "::before").content]),
			);
	const onPhone = await namesOf();
	// The cell of the button needs no name.
	expect(headings.slice(0, -1).length).toBeGreaterThan(3);
	for (const [at, heading] of headings.slice(0, -1).entries()) expect(onPhone[at]?.[1]).toContain(heading);
	expect(onPhone.at(-1)?.[1]).toBe("none");
	expect(onPhone.some(([display]) => display === "table-cell")).toBe(false);
	await page.emulateMedia({ media: "print" });
	expect(await namesOf()).toEqual(headings.map(() => ["table-cell", "none"]));
	await context.close();
});
