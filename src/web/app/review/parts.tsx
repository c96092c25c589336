/** Parts of lists and forms that several of the reviewers' pages have. */
import type { ApiFailure } from "../core/api.ts";
import { type Problem, problemsOf } from "../core/fields.tsx";
import type { PageContext } from "../core/page-env.ts";

/** Of the page's own query, which names and values the API judges. Empty fields are left out. */
export function queryOf(c: PageContext, names: readonly string[]): URLSearchParams {
	const query = new URLSearchParams();
	for (const name of [...names, "limit", "cursor"]) {
		const value = c.req.query(name)?.trim();
		if (value) query.set(name, value);
	}
	return query;
}

/** The ways between the pages of a list. `hasRows`: whether this one shows any. */
export function Pager({
	c,
	nextCursor,
	hasRows,
}: {
	c: PageContext;
	nextCursor: string | null;
	hasRows: boolean;
}) {
	const { list } = c.get("copy").review;
	const isFirst = c.req.query("cursor") === undefined;
	return (
		<>
			{!hasRows && <p>{isFirst && nextCursor === null ? list.empty : list.emptyHere}</p>}
			{!(isFirst && nextCursor === null) && (
				<nav class="actions" aria-label={list.pages}>
					{!isFirst && (
						<a class="button second" href={withCursor(c, null)}>
							{list.first}
						</a>
					)}
					{nextCursor !== null && (
						<a class="button second" href={withCursor(c, nextCursor)} rel="next">
							{list.next}
						</a>
					)}
				</nav>
			)}
		</>
	);
}

function withCursor(c: PageContext, cursor: string | null): string {
	const { pathname, searchParams } = new URL(c.req.url);
	searchParams.delete("done");
	searchParams.delete("cursor");
	if (cursor !== null) searchParams.set("cursor", cursor);
	return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

/** Why nothing was changed, by field where the API names one. */
export function problemsIn(c: PageContext, failure: ApiFailure): Problem[] {
	return problemsOf(c, failure, c.get("copy").review.failures.codes);
}

/** After a decision. */
export function Done({ c, text }: { c: PageContext; text: string }) {
	return c.req.query("done") === undefined ? null : (
		<p class="note" role="status">
			{text}
		</p>
	);
}
