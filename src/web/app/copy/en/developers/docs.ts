/** The frame of guides and reference, which themselves are in English only (docs-pages.md). */
export const docs = {
	title: "Guides and reference",
	lead: "How to build with this service, from the first case to going live.",
	crumbs: "Where you are",
	/** Said above English texts. Null where the visitor reads English anyway. */
	inEnglish: null as string | null,
};
