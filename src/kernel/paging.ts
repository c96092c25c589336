/** `next` is the last row's key; undefined on the last page. */
export type Page<Row, Key> = { rows: Row[]; next: Key | undefined };

/** @param found up to `limit + 1` rows, because the extra row shows that there is a next page */
export function pageOf<Row, Key>(
	found: readonly Row[],
	limit: number,
	keyOf: (row: Row) => Key,
): Page<Row, Key> {
	const rows = found.slice(0, limit);
	const last = rows.at(-1);
	return { rows, next: found.length > limit && last !== undefined ? keyOf(last) : undefined };
}

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 25;

export function pageSizeOf(limit: string | undefined): number {
	return limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit);
}
