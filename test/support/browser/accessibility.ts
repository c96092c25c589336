/** Checks of a page against WCAG 2.2 AA, by axe. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Text that appears by an animation has little contrast meanwhile. */
const ANIMATIONS_END = "Promise.allSettled(document.getAnimations().map(({ finished }) => finished))";

type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] };
type Examined = {
	/** One line for each violation: rule, element, what is wrong. */
	violations: string[];
	/** The same for what axe cannot decide. */
	incomplete: string[];
};

export async function expectAccessible(page: Page): Promise<void> {
	expect((await examine(page)).violations).toEqual([]);
}

/** Runs outside of the page's policy, like an extension. */
export async function examine(page: Page): Promise<Examined> {
	// A click on a link resolves when the next page begins, which has no content yet.
	await page.waitForLoadState();
	const session = await page.context().newCDPSession(page);
	const run = `axe.run({ runOnly: ${JSON.stringify(RULES)} })`;
	const shorten = "({ violations, incomplete }) => JSON.stringify({ violations, incomplete })";
	const expression = `${AXE};${ANIMATIONS_END}.then(() => ${run}.then(${shorten}))`;
	const { frameTree } = await session.send("Page.getFrameTree");
	const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
		frameId: frameTree.frame.id,
		worldName: "axe",
	});
	const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
		expression,
		contextId,
		awaitPromise: true,
	});
	await session.detach();
	if (exceptionDetails) throw new Error(`axe failed: ${JSON.stringify(exceptionDetails)}`);
	const found = JSON.parse(String(result.value)) as Record<keyof Examined, Finding[]>;
	return { violations: linesOf(found.violations), incomplete: linesOf(found.incomplete) };
}

function linesOf(findings: Finding[]): string[] {
	return findings.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
	);
}
