/**
 * Every page and state in both themes and two widths, for eyes and for axe (quality.md "Looks"). `npm test -- looks`
 * runs it; the pictures are in `build/screenshots/looks`, beside a list of what axe cannot decide.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examine } from "../support/browser/accessibility.ts";
import { SCREENSHOTS } from "../support/browser/app.ts";
import { layoutShiftsOn, overflowOf } from "../support/browser/layout.ts";
import { LOOKS } from "./pages.ts";
import { type Role, type Stage, startStage } from "./stage.ts";

const FOLDER = join(SCREENSHOTS, "looks");
/** WCAG 2.2, 1.4.10. */
const NARROWEST = 320;
/** A4 within its margins, in CSS pixels. */
const PAPER_WIDTH = 672;
const MINUTE_MS = 60_000;

let stage: Stage;
/** Rule, element and what is undecided, with the looks that have it. */
const incomplete = new Map<string, string[]>();
beforeAll(async () => {
	mkdirSync(FOLDER, { recursive: true });
	stage = await startStage();
}, 3 * MINUTE_MS);
afterAll(async () => {
	const found = [...incomplete].map(([finding, looks]) => ({ finding, looks }));
	writeFileSync(join(FOLDER, "incomplete.json"), `${JSON.stringify(found, null, 2)}\n`);
	const counts = Map.groupBy(found, ({ finding }) => finding.split(" ")[0]);
	for (const [rule, all] of counts) console.log(`axe cannot decide ${rule} for ${all.length} elements.`);
	await stage?.stop();
});

type Visitor = Awaited<ReturnType<Stage["app"]["visit"]>>;

describe.each([
	["light", 390],
	["light", 1280],
	["dark", 390],
	["dark", 1280],
] as const)("%s, %d px", (theme, width) => {
	const visitors = new Map<Role, Visitor>();
	afterAll(() => Promise.all([...visitors.values()].map(({ context }) => context.close())));

	async function visitorOf(role: Role): Promise<Visitor> {
		const known = visitors.get(role);
		if (known) return known;
		const visitor = await stage.app.visit({ theme, width });
		visitors.set(role, visitor);
		await stage.enter(visitor.context, role);
		return visitor;
	}

	it.each(LOOKS)("$name", async ({ name, as, path, status, steps, mayMove, isPrinted }) => {
		const { page, open, look } = await visitorOf(as);
		await page.setViewportSize({ width, height: 900 });
		// A page that differs from the last one only behind `#` would not be loaded again.
		await page.goto("about:blank");
		await open(typeof path === "string" ? path : path(stage), status);
		if (mayMove) expect(await layoutShiftsOn(page)).toEqual([]);
		await steps?.(page, stage);
		if (!mayMove) expect(await layoutShiftsOn(page)).toEqual([]);
		const found = await examine(page);
		expect(found.violations).toEqual([]);
		for (const finding of found.incomplete) {
			incomplete.set(finding, [...(incomplete.get(finding) ?? []), `${name}-${theme}-${width}`]);
		}
		expect(await overflowOf(page)).toBe(0);
		await look(`looks/${name}-${theme}-${width}`);
		if (isPrinted) {
			await page.emulateMedia({ media: "print" });
			await page.setViewportSize({ width: PAPER_WIDTH, height: 900 });
			expect(await overflowOf(page)).toBe(0);
			await look(`looks/${name}-${theme}-printed`);
			await page.emulateMedia({ media: null });
		}
		if (width < 600) {
			await page.setViewportSize({ width: NARROWEST, height: 900 });
			expect(await overflowOf(page)).toBe(0);
		}
	});
});
