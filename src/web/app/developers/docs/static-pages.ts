import type { ListedPage } from "../../../../../scripts/pages/static-page.ts";

/** Set by the build, in the order of the rail. */
declare const STATIC_PAGES: readonly ListedPage[];

export const staticPages: readonly ListedPage[] = STATIC_PAGES;

/** A page of the build, or a section that is a page of its own. */
export function findPage(pathname: string): Pick<ListedPage, "title" | "scripts"> | undefined {
	const [, folder, anchor] = /^(.*)\/([^/]+)$/.exec(pathname) ?? [];
	const listed = staticPages.find(({ path }) => path === pathname);
	const parent = staticPages.find(({ path }) => path === folder);
	const section = parent?.sections?.find((one) => one.anchor === anchor && one.isPage);
	if (listed || !section) return listed;
	return { title: section.title, ...(parent?.scripts && { scripts: parent.scripts }) };
}

/** The pages that the rail and the list of guides name, by their group. */
export function pagesByGroup(): [group: string, pages: ListedPage[]][] {
	const groups = new Map<string, ListedPage[]>();
	for (const page of staticPages) {
		if (page.group === undefined) continue;
		groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
	}
	return [...groups];
}
