/** The frame of guides and reference, which themselves are in English only (docs-pages.md). */
export const docs = {
	title: "Guides and reference",
	lead: "How to build with this service, from the first case to going live.",
	crumbs: "Where you are",
	/** Said above English texts. Null where the visitor reads English anyway. */
	inEnglish: null as string | null,
	search: {
		title: "Search the guides and the reference",
		label: "Search guides and reference",
		button: "Search",
		hint: "Type an operation, a path, an error code or a word of a guide.",
		found: (count: number, query: string, isWhole: boolean) => {
			if (count === 0) return `Nothing found for “${query}”.`;
			return isWhole
				? `Results for “${query}”: ${count}`
				: `No page has all words of “${query}”. With some of them: ${count}`;
		},
		others: "Try:",
		/** A script puts a number in the place of `#`. */
		count: "Results: #",
		none: "No results",
	},
};
