/** One page of a list; `next` is the key of the page's last row, undefined on the last page. */
export type Page<Row, Key> = { rows: Row[]; next: Key | undefined };

/**
 * Cuts rows to a page. A list asks its storage for one row more than `limit`, which tells whether there is a next page.
 * @param found up to `limit + 1` rows, in the order of the list
 * @param keyOf the key after which the next page begins
 */
export function pageOf<Row, Key>(
	found: readonly Row[],
	limit: number,
	keyOf: (row: Row) => Key,
): Page<Row, Key> {
	const rows = found.slice(0, limit);
	const last = rows.at(-1);
	return { rows, next: found.length > limit && last !== undefined ? keyOf(last) : undefined };
}

/** The page size that a caller asked for by the query parameter `limit`, which is validated text, or the default. */
export function pageSizeOf(limit: string | undefined, defaultSize = 25): number {
	return limit === undefined ? defaultSize : Number(limit);
}
