import type { ListedPage } from "../../../../../scripts/pages/static-page.ts";

/** Set by the build, in the order of the rail. */
declare const STATIC_PAGES: readonly ListedPage[];

export const staticPages: readonly ListedPage[] = STATIC_PAGES;

/** The pages that the rail and the list of guides name, by their group. */
export function pagesByGroup(): [group: string, pages: ListedPage[]][] {
	const groups = new Map<string, ListedPage[]>();
	for (const page of staticPages) {
		if (page.group === undefined) continue;
		groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
	}
	return [...groups];
}
