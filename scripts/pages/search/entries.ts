/** The index of the search: an entry for each page and each section with an anchor. */
import type { SearchEntry } from "../../../src/web/app/developers/docs/search.ts";
import { plainText } from "../plain-text.ts";
import type { StaticPage } from "../static-page.ts";

/** Words of a section behind these are for its readers, and would make the index large. */
const MAX_WORDS = 600;

export function searchEntries(pages: readonly StaticPage[]): SearchEntry[] {
	return pages.flatMap((page) => [
		{ path: page.path, title: page.title, page: page.title, words: page.summary },
		...(page.entries ?? entriesOfHtml(page)),
	]);
}

/** Pictures, and the words of buttons. */
const NOT_READ = /<svg[\s\S]*?<\/svg>|<button[\s\S]*?<\/button>/g;

/** A section begins at a heading with an anchor, and ends at the next. */
function entriesOfHtml({ path, title: page, html }: StaticPage): SearchEntry[] {
	const [, ...parts] = html.split(/<h[2-4] id="/);
	return parts.flatMap((part) => {
		const [, anchor = "", title = "", text = ""] =
			/^([^"]+)"[^>]*>([\s\S]*?)<\/h[2-4]>([\s\S]*)$/.exec(part) ?? [];
		const words = plainText(text.replace(NOT_READ, " ")).slice(0, MAX_WORDS);
		return anchor === "" ? [] : [{ path: `${path}#${anchor}`, title: plainText(title), page, words }];
	});
}
