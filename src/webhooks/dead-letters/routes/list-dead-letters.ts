import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { nextCursorField, pageFields } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../../kernel/paging/seq-cursor.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { DEAD_LETTER_STATUSES } from "../dead-letter.ts";
import { deadLetterResponse, presentDeadLetter } from "../dead-letter-schemas.ts";

const query = lazy(() =>
	z.strictObject({
		status: z
			.enum(DEAD_LETTER_STATUSES)
			.optional()
			.meta({
				description: doc(
					"`open` (the default): waiting for a reviewer. `requeued`: sent to the queue again.",
				),
			}),
		...pageFields(),
	}),
);

export const listDeadLettersResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(deadLetterResponse()),
			nextCursor: nextCursorField(),
		})
		.meta({ id: "DeadLetterList" }),
);

/** webhooks.md "Dead letters". */
export const listDeadLetters = defineOperation({
	operationId: "listDeadLetters",
	method: "GET",
	path: "/review/dead-letters",
	tag: "Review",
	summary: doc("List dead-letter messages, newest first"),
	description: doc(
		"Messages that the queue gave up after all retries. A message only points to an event of a case. The event itself is stored, and the service keeps retrying it; `confirmedAt` says whether that has succeeded. An event has at most one open dead-letter message.",
	),
	policy: "reviewer",
	readOnly: true,
	query,
	responses: {
		200: { description: doc("One page of dead-letter messages."), schema: listDeadLettersResponse },
	},
	errors: [],
	handler: async ({ query: { status = "open", limit, cursor }, services }) => {
		const before = parseSeqCursor("dead-letters", cursor);
		const { rows, next } = await services.webhooks.deadLetters.list(status, before, pageSizeOf(limit));
		const nextCursor = next === undefined ? null : encodeSeqCursor("dead-letters", next);
		return { status: 200, body: { data: rows.map(presentDeadLetter), nextCursor } };
	},
});
