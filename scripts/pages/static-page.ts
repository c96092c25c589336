/** Pages below `/developers` that the build renders from documents: docs/design/docs-pages.md. */

import type { SearchEntry } from "../../src/web/app/developers/docs/search.ts";

export type StaticPage = {
	/** Below the origin, such as `/developers/docs/quick-start`. */
	path: string;
	/** Plain text, also of the link that leads here. */
	title: string;
	/** One sentence of plain text, shown in the list of guides. */
	summary: string;
	/** The heading of the rail that lists the page. Without it, only other pages link here. */
	group?: "Start" | "Integrate" | "Go live" | "Operate" | "API";
	/** The contents of `<article lang="en">`, from its `<h1>` on. It has neither scripts nor style attributes. */
	html: string;
	/** Shown in the rail below the page while it is open. One with HTML is a page of its own, below the path of this one. */
	sections?: readonly { anchor: string; title: string; html?: string }[];
	/** What the search finds on the page; without it, each heading with an anchor. */
	entries?: readonly SearchEntry[];
	/** Names in `src/web/browser` without the extension, beside `base`. */
	scripts?: readonly string[];
};

/** What the Worker knows of a page before it reads its content. */
export type ListedPage = Omit<StaticPage, "html" | "entries" | "sections"> & {
	sections?: readonly ListedSection[];
};

export type ListedSection = { anchor: string; title: string; isPage?: boolean };

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
