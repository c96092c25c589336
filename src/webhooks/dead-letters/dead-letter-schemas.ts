/** What comes in about dead letters (webhooks.md "The way of an event"). */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { wholeNumberText } from "../../kernel/schemas.ts";
import { DEAD_LETTER_STATUSES } from "./dead-letter-service.ts";

export const DEFAULT_DEAD_LETTER_PAGE_SIZE = 25;

export const deadLetterQuery = lazy(() =>
	z.strictObject({
		status: z.enum(DEAD_LETTER_STATUSES).optional().meta({
			description: "`open` (the default): waiting for a reviewer. `requeued`: sent to the queue again.",
		}),
		limit: wholeNumberText(1, 100)
			.optional()
			.meta({ description: `Page size; ${DEFAULT_DEAD_LETTER_PAGE_SIZE} by default.` }),
		cursor: z.string().max(64).optional().meta({ description: "`nextCursor` of the previous page." }),
	}),
);

export const deadLetterIdParam = lazy(() =>
	z.strictObject({
		deadLetterId: z.string().regex(/^dl_[0-9a-f]{32}$/, "must be `dl_` and 32 lower-case hex digits"),
	}),
);
