/** Query parameters and cursor of every list with pages. */
import * as z from "zod";
import { lazy } from "../once.ts";
import { doc } from "../schemas/doc.ts";
import { type Component, lazyObject } from "../schemas/lazy-object.ts";
import { wholeNumberText } from "../schemas/schemas.ts";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./paging.ts";

const MAX_CURSOR_LENGTH = 200;

export const limitField = lazy(() =>
	wholeNumberText(1, MAX_PAGE_SIZE)
		.optional()
		.describe(doc(`Page size; ${DEFAULT_PAGE_SIZE} by default.`)),
);

export const pageFields = lazy(() => ({
	limit: limitField(),
	cursor: z.string().max(MAX_CURSOR_LENGTH).optional().describe(doc("`nextCursor` of the previous page.")),
}));

export const nextCursorField = lazy(() =>
	z
		.string()
		.nullable()
		.describe(
			doc(
				"Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present.",
			),
		),
);

/** One page of a list. */
export const pageSchema = <Item extends z.ZodType>(component: Component, item: () => Item) =>
	lazyObject(component, () => ({ data: z.array(item()), nextCursor: nextCursorField() }));
