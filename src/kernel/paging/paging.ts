/** `next` is the key after which the next page begins; undefined on the last page. */
export type Page<Row, Key> = { rows: Row[]; next: Key | undefined };

/** @param found up to `limit + 1` rows, because the extra row shows that there is a next page */
export function pageOf<Row, Key>(
	found: readonly Row[],
	limit: number,
	keyOf: (row: Row) => Key,
): Page<Row, Key> {
	return pageOfWalks([{ rows: found, end: undefined }], limit, { keyOf, compare: () => 0 });
}

/**
 * The matches among the first entries of an index, up to `limit + 1`.
 * `end` is the key of the last entry that was read; undefined if the index has no more entries.
 */
export type Walk<Row, Key> = { rows: readonly Row[]; end: Key | undefined };

/**
 * Joins walks of one list into a page. The page ends where the first walk ended, so it may be short or empty although
 * the list goes on.
 */
export function pageOfWalks<Row, Key>(
	walks: readonly Walk<Row, Key>[],
	limit: number,
	{ keyOf, compare }: { keyOf: (row: Row) => Key; compare: (a: Key, b: Key) => number },
): Page<Row, Key> {
	const ends = walks.flatMap(({ end }) => (end === undefined ? [] : [end]));
	const stop = ends.sort(compare).at(0);
	const isRead = (row: Row) => stop === undefined || compare(keyOf(row), stop) <= 0;
	const found = walks.flatMap(({ rows }) => rows.filter(isRead));
	if (walks.length > 1) found.sort((a, b) => compare(keyOf(a), keyOf(b)));
	const rows = found.slice(0, limit);
	const last = rows.at(-1);
	return { rows, next: found.length > limit && last !== undefined ? keyOf(last) : stop };
}

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 25;

export function pageSizeOf(limit: string | undefined): number {
	return limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit);
}
