import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { wholeNumberText } from "../kernel/schemas.ts";

export const pageFields = lazy(() => ({
	limit: wholeNumberText(1, 100).optional().meta({ description: "Page size; 25 by default." }),
	cursor: z.string().max(100).optional().meta({ description: "`nextCursor` of the previous page." }),
}));

export const nextCursorField = /* @__PURE__ */ lazy(() =>
	z
		.string()
		.nullable()
		.meta({ description: "Pass it as `cursor` for the next page; null on the last page." }),
);
