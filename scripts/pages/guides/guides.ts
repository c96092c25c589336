/** The guides of `/developers/docs`: which documents they are, and their pages. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { escapeHtml, type StaticPage } from "../static-page.ts";
import { type Heading, type Resolved, renderMarkdown } from "./render-markdown.ts";
import { stateDiagram } from "./state-diagram.ts";

type Guide = { document: string; path: string; group: NonNullable<StaticPage["group"]> };

const FOLDER = "/developers/docs";

/** In the order of the rail and of "Next". Documents beside `docs/guides` are the sources of what guides only use. */
export const GUIDES: readonly Guide[] = [
	guide("docs/guides/quick-start.md", "Start"),
	guide("docs/guides/hosted-links.md", "Start"),
	guide("sdk/README.md", "Start", "sdk"),
	guide("docs/guides/command-line.md", "Start"),
	guide("docs/signing.md", "Integrate"),
	guide("docs/guides/court-orders.md", "Integrate"),
	guide("docs/guides/recovery-module.md", "Integrate"),
	guide("docs/case-lifecycle.md", "Integrate"),
	guide("docs/webhooks.md", "Integrate"),
	guide("docs/guides/webhook-languages.md", "Integrate"),
	guide("docs/guides/evidence.md", "Integrate"),
	guide("docs/guides/estates.md", "Integrate"),
	guide("docs/guides/errors.md", "Go live"),
	guide("docs/guides/limits.md", "Go live"),
	guide("docs/guides/going-live.md", "Go live"),
	guide("docs/guides/deploying.md", "Operate"),
	guide("docs/operations.md", "Operate"),
];

/** More than this many headings need a list to find one's way. */
const FEW_HEADINGS = 3;

function guide(document: string, group: Guide["group"], name?: string): Guide {
	const slug = name ?? posix.basename(document, ".md");
	return { document, path: `${FOLDER}/${slug}`, group };
}

export function guidePages(root: string): StaticPage[] {
	const pages = GUIDES.map((one) => {
		const text = readFileSync(join(root, one.document), "utf8");
		const resolveLink = (target: string) => resolveOnSite(one.document, target);
		const figures = { mermaid: stateDiagram };
		return { ...one, ...renderMarkdown(forReaders(text), { resolveLink, figures }) };
	});
	return pages.map(({ path, group, title, summary, headings, html }, at) => ({
		...{ path, group, title, summary },
		html: [
			`<h1>${escapeHtml(title)}</h1>`,
			contents(headings),
			`<div class="prose">${html}</div>`,
			neighbours(pages[at - 1], pages[at + 1]),
		].join("\n"),
	}));
}

/** Without what is for people who work on the service: how a document is generated. */
export const forReaders = (text: string): string => text.replace(/^Generated from [^\n]+\n(.+\n)*/m, "");

/** @param target as the document names it: relative to its folder */
export function resolveOnSite(document: string, target: string): Resolved {
	if (/^(https?|mailto):/.test(target)) return { href: target };
	const [file = "", anchor] = target.split("#");
	const hash = anchor === undefined ? "" : `#${anchor}`;
	if (file === "") return { href: hash };
	const path = posix.join(posix.dirname(document), file);
	const found = GUIDES.find((one) => one.document === path);
	return found ? { href: `${found.path}${hash}` } : { file: path };
}

function contents(headings: readonly Heading[]): string {
	if (headings.length <= FEW_HEADINGS) return "";
	const isLong = headings.length > 16;
	const items = headings
		.filter(({ depth }) => depth === 2 || !isLong)
		.map(({ depth, anchor, html }) => `<li class="level-${depth}"><a href="#${anchor}">${html}</a></li>`);
	return `<nav class="contents" aria-labelledby="on-this-page"><p class="label" id="on-this-page">On this page</p><ul>${items.join("")}</ul></nav>`;
}

type Neighbour = { path: string; title: string } | undefined;

function neighbours(previous: Neighbour, next: Neighbour): string {
	const link = (rel: string, word: string, to: Neighbour) =>
		to
			? `<a rel="${rel}" href="${to.path}"><span class="quiet">${word}</span> ${escapeHtml(to.title)}</a>`
			: "";
	return `<nav class="neighbours" aria-label="Guides before and after">${link("prev", "Before", previous)}${link("next", "Next", next)}</nav>`;
}
