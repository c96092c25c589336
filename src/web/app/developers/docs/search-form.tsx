import type { PageContext } from "../../core/page-env.ts";

export const INDEX = "/developers/search.json";
/** Nobody types more. A longer query is cut. */
const MAX_QUERY = 200;

/** The words that the visitor searches for; empty on all other pages. */
export function queryOf(c: PageContext): string {
	const isSearch = new URL(c.req.url).pathname === "/developers/search";
	return isSearch ? (c.req.query("q") ?? "").slice(0, MAX_QUERY) : "";
}

/** In the header of guides and reference. With a script, results appear below the field. */
export function SearchForm({ c }: { c: PageContext }) {
	const { search: copy } = c.get("copy").developers.docs;
	return (
		<search class="docs-search">
			<form
				novalidate
				action="/developers/search"
				data-search={INDEX}
				data-found={copy.count}
				data-none={copy.none}
			>
				<label class="hidden-visually" for="docs-search">
					{copy.label}
				</label>
				<input
					type="search"
					id="docs-search"
					name="q"
					placeholder={copy.label}
					autocomplete="off"
					aria-keyshortcuts="/"
					maxlength={MAX_QUERY}
					value={queryOf(c)}
				/>
				<button type="submit" class="second">
					{copy.button}
				</button>
				<p class="hidden-visually" role="status" data-search-status></p>
				<ul class="plain results" data-search-results hidden></ul>
			</form>
		</search>
	);
}
