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
	summary: "List messages that the queue gave up on, newest first",
	description:
		"A message only points to an event of a case. The event itself is safe, and the service points to it again by itself: `confirmedAt` says whether that has worked meanwhile. An event has one open letter at most.",
	policy: "reviewer",
	readOnly: true,
	query: deadLetterQuery,
	responses: { 200: "One page of letters." },
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
