import { defineOperation } from "../../../http/operation.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../../kernel/seq-cursor.ts";
import { DEFAULT_DEAD_LETTER_PAGE_SIZE, deadLetterQuery } from "../dead-letter-schemas.ts";
import { presentDeadLetter } from "../present-dead-letters.ts";

/** webhooks.md "The way of an event": what the queue gave up on is recorded where a reviewer sees it. */
export const listDeadLetters = defineOperation({
	operationId: "listDeadLetters",
	method: "GET",
	path: "/review/dead-letters",
	tag: "Review",
	summary: "List dead-letter messages, newest first",
	description:
		"Messages that the queue gave up after all retries. A message only points to an event of a case. The event itself is stored, and the service keeps retrying it; `confirmedAt` says whether that has succeeded. An event has at most one open dead-letter message.",
	policy: "reviewer",
	readOnly: true,
	query: deadLetterQuery,
	responses: { 200: "One page of dead-letter messages." },
	errors: [],
	handler: async ({ query: { status = "open", limit, cursor }, services }) => {
		const { letters, next } = await services.webhooks.deadLetters.list(
			status,
			parseSeqCursor("dead-letters", cursor),
			limit === undefined ? DEFAULT_DEAD_LETTER_PAGE_SIZE : Number(limit),
		);
		const nextCursor = next === undefined ? null : encodeSeqCursor("dead-letters", next);
		return { status: 200, body: { data: letters.map(presentDeadLetter), nextCursor } };
	},
});
