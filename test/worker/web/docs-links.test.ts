/** Every link of guides, reference and search leads somewhere (docs-pages.md "Links"). */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createBrowser } from "../../support/web/browser.ts";

const ROOTS = ["/developers/docs", "/developers/reference", "/developers/search?q=case", "/llms.txt"];
/** Whose own links are followed. All others are only opened. */
const isCrawled = (path: string) =>
	ROOTS.includes(path) || /^\/developers\/(docs|reference)\/[^.]+$/.test(path);

type Page = { status: number; html: string };

const linksOf = (html: string): string[] => [
	...[...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link),
	// Of /llms.txt.
	...[...html.matchAll(/\]\((http[^)]+)\)/g)].map(([, link = ""]) => link),
];

it("opens every page that guides, reference and llms.txt lead to, and finds every anchor", async () => {
	const pages = new Map<string, Page>();
	const open = async (path: string): Promise<Page> => {
		// A new address each time, because pages are limited by address.
		const page = pages.get(path) ?? (await createBrowser().open(path));
		pages.set(path, page);
		return page;
	};
	const problems: string[] = [];
	const seen = new Set<string>();
	const waiting = [...ROOTS];
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		if (seen.has(path)) continue;
		seen.add(path);
		const { status, html } = await open(path);
		// A page that needs a session leads to the log-in.
		if (status !== 200 && status !== 303) problems.push(`${path}: ${status}`);
		if (!isCrawled(path)) continue;
		for (const link of new Set(linksOf(html))) {
			const problem = await follow(link.replaceAll("&amp;", "&"), path);
			if (problem) problems.push(`${path}: ${problem}`);
		}
	}

	async function follow(link: string, from: string): Promise<string | undefined> {
		const url = URL.parse(link, `${env.BASE_URL}${from}`);
		if (!url) return `${link} is no address`;
		if (url.origin !== new URL(env.BASE_URL).origin) {
			return ["https:", "mailto:"].includes(url.protocol) ? undefined : `${link} is not https`;
		}
		const path = `${url.pathname}${url.search}`;
		waiting.push(path);
		if (url.hash === "") return undefined;
		const { html } = await open(path);
		return html.includes(` id="${url.hash.slice(1)}"`) ? undefined : `${link} has no such anchor`;
	}

	expect(problems).toEqual([]);
	expect([...seen].filter(isCrawled).length).toBeGreaterThan(18);
}, 60_000);
