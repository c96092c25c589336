import type { PageContext } from "./page-env.ts";

/** Leads from a page of a list to the next one, and back to the first. The other parameters of the address stay. */
export function Pager({ c, nextCursor }: { c: PageContext; nextCursor: string | null }) {
	const { label, next, first } = c.get("copy").common.pager;
	const { pathname, searchParams } = new URL(c.req.url);
	if (nextCursor === null && !searchParams.has("cursor")) return null;
	const at = (cursor: string | null) => {
		const query = new URLSearchParams(searchParams);
		query.delete("cursor");
		if (cursor !== null) query.set("cursor", cursor);
		return query.size === 0 ? pathname : `${pathname}?${query}`;
	};
	return (
		<nav class="pager" aria-label={label}>
			{searchParams.has("cursor") && <a href={at(null)}>{first}</a>}
			{nextCursor !== null && (
				<a href={at(nextCursor)} rel="next">
					{next}
				</a>
			)}
		</nav>
	);
}
