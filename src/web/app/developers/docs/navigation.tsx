import type { ListedSection } from "../../../../../scripts/pages/static-page.ts";
import type { PageContext } from "../../core/page-env.ts";
import { pagesByGroup } from "./static-pages.ts";

/** The rail beside guides and reference. Narrow screens have the list of guides in its place. */
export function DocsNavigation({ c }: { c: PageContext }) {
	const { pathname } = new URL(c.req.url);
	const { title } = c.get("copy").developers.docs;
	const groups = pagesByGroup();
	// The others are folded, so that the open page and its sections are in sight.
	const isOpen = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
	const [opened] = groups.find(([, pages]) => pages.some(({ path }) => isOpen(path))) ?? [];
	return (
		<nav class="areas" aria-label={title}>
			<ul>
				<li>
					<a href="/developers/docs" aria-current={pathname === "/developers/docs" ? "page" : undefined}>
						{title}
					</a>
				</li>
			</ul>
			{groups.map(([group, pages]) => (
				<details lang="en" open={opened === undefined || group === opened}>
					<summary class="label">{group}</summary>
					<ul>
						{pages.map(({ path, title: name, sections = [] }) => (
							<li>
								<a href={path} aria-current={pathname === path ? "page" : undefined}>
									{name}
								</a>
								{isOpen(path) && <Sections path={path} sections={sections} pathname={pathname} />}
							</li>
						))}
					</ul>
				</details>
			))}
		</nav>
	);
}

type SectionsProps = { path: string; sections: readonly ListedSection[]; pathname: string };

function Sections({ path, sections, pathname }: SectionsProps) {
	if (sections.length === 0) return null;
	return (
		<ul class="sections">
			{sections.map(({ anchor, title, isPage }) => (
				<li>
					<a
						href={isPage ? `${path}/${anchor}` : `#${anchor}`}
						aria-current={pathname === `${path}/${anchor}` ? "page" : undefined}
					>
						{title}
					</a>
				</li>
			))}
		</ul>
	);
}
