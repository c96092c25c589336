/** Where a page's layout is unquiet or too wide. */
import type { Page } from "playwright-core";

type LayoutShift = PerformanceEntry & {
	value: number;
	hadRecentInput: boolean;
	sources?: { node?: Node | null }[];
};

/** Reports of the browser arrive a little after they were observed. */
const REPORT_MS = 50;

/** A line for each shift that no input caused: its value, and the elements that moved. */
export function layoutShiftsOn(page: Page): Promise<string[]> {
	return page.evaluate(async (waitMs) => {
		const found: string[] = [];
		const nameOf = (node: Node | null | undefined) =>
			node instanceof Element ? `${node.localName}#${node.id}.${node.className}` : (node?.nodeName ?? "gone");
		const observer = new PerformanceObserver((list) => {
			for (const { value, hadRecentInput, sources = [] } of list.getEntries() as LayoutShift[]) {
				if (hadRecentInput) continue;
				found.push(`${value.toFixed(4)}: ${sources.map(({ node }) => nameOf(node)).join(", ")}`);
			}
		});
		observer.observe({ type: "layout-shift", buffered: true });
		await new Promise((resolve) => setTimeout(resolve, waitMs));
		observer.disconnect();
		return found;
	}, REPORT_MS);
}

/** How many pixels the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
	return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
