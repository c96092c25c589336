/** Parts of lists and forms that several of the reviewers' pages have. */
import type { ApiFailure } from "../core/api.ts";
import { readNetwork } from "../core/network-field.tsx";
import { takeNote } from "../core/notes.ts";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { type Problem, problemsOf } from "../core/problems.ts";

/** Of the page's own query, which names and values the API judges. Empty fields are left out. */
export function queryOf(c: PageContext, names: readonly string[]): URLSearchParams {
	const query = new URLSearchParams();
	for (const name of [...names, "limit", "cursor"]) {
		const typed = (field: string) => c.req.query(field)?.trim();
		const value = name === "chainId" ? readNetwork(typed) : typed(name);
		if (value) query.set(name, value);
	}
	return query;
}

/** Links below a list. `hasRows`: whether this page shows any, which it may not although the list goes on. */
export function Rest({
	c,
	nextCursor,
	hasRows,
}: {
	c: PageContext;
	nextCursor: string | null;
	hasRows: boolean;
}) {
	const { list } = c.get("copy").review;
	const isWhole = nextCursor === null && c.req.query("cursor") === undefined;
	return (
		<>
			{!hasRows && <p>{isWhole ? list.empty : list.emptyHere}</p>}
			<Pager c={c} nextCursor={nextCursor} />
		</>
	);
}

/** Why nothing was changed, by field where the API names one. */
export function problemsIn(c: PageContext, failure: ApiFailure): Problem[] {
	return problemsOf(c, failure, c.get("copy").review.failures.codes);
}

/** After a decision. */
export function Done({ c, text }: { c: PageContext; text: string }) {
	return takeNote(c) === undefined ? null : (
		<p class="note" role="status">
			{text}
		</p>
	);
}
