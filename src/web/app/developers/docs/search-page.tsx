/** `/developers/search`: the search for browsers without scripts, and for what the list below the field leaves out. */
import type { PageContext } from "../../core/page-env.ts";
import { page } from "../../core/respond.tsx";
import { type SearchEntry, search } from "./search.ts";
import { INDEX, queryOf } from "./search-form.tsx";
import { readContent, textOf } from "./static-texts.ts";

export async function searchPage(c: PageContext): Promise<Response> {
	const { docs } = c.get("copy").developers;
	const query = queryOf(c);
	const entries: SearchEntry[] = JSON.parse(await readContent(c, textOf(INDEX).file));
	const results = search(entries, query);
	return page(
		c,
		{ title: docs.search.title, area: "docs", scripts: ["search"] },
		<>
			<p role="status">{query.trim() === "" ? docs.search.hint : docs.search.found(results.length, query)}</p>
			<ul class="plain results" lang="en">
				{results.map(({ path, title, page: name }) => (
					<li>
						<a href={path}>{title}</a> <span class="quiet">{name}</span>
					</li>
				))}
			</ul>
		</>,
	);
}
