import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import type { Infer } from "../../kernel/once.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../kernel/paging/cursors.ts";
import { pageFields, pageSchema } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { DEAD_LETTER_STATUSES, type DeadLetter } from "./dead-letter.ts";

export const deadLetterResponse = lazyObject("DeadLetter", () => ({
	deadLetterId: z.string(),
	caseId: z.string().nullable().describe(doc("Null if the message points to no event.")),
	eventId: z.string().nullable(),
	body: z
		.unknown()
		.meta({ description: doc("The message as it was sent: any JSON value."), example: { v: 1 } }),
	sentAt: timestampSchema(),
	receivedAt: timestampSchema().describe(doc("When the queue gave the message up.")),
	requeuedAt: timestampSchema().nullable(),
	requeuedBy: z.string().nullable().describe(doc("Id of the reviewer who requeued it.")),
	confirmedAt: timestampSchema()
		.nullable()
		.describe(
			doc(
				"When the event was queued for delivery to every endpoint of its developer. Null until then; the service keeps retrying.",
			),
		),
}));

function presentDeadLetter(deadLetter: DeadLetter): Infer<typeof deadLetterResponse> {
	const { deadLetterId, caseId, eventId, body, requeuedBy } = deadLetter;
	return {
		deadLetterId,
		caseId,
		eventId,
		body: JSON.parse(body),
		sentAt: isoTime(deadLetter.sentAt),
		receivedAt: isoTime(deadLetter.receivedAt),
		requeuedAt: isoTimeOrNull(deadLetter.requeuedAt),
		requeuedBy,
		confirmedAt: isoTimeOrNull(deadLetter.confirmedAt),
	};
}

const query = lazyObject(() => ({
	status: z
		.enum(DEAD_LETTER_STATUSES)
		.optional()
		.describe(doc("`open` (the default): waiting for a reviewer. `requeued`: sent to the queue again.")),
	...pageFields(),
}));

export const listDeadLettersResponse = pageSchema("DeadLetterList", deadLetterResponse);

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
	handler: async ({ query: { status = "open", limit, cursor }, services }) => {
		const before = parseSeqCursor("dead-letters", cursor);
		const { rows, next } = await services.webhooks.deadLetters.list(status, before, pageSizeOf(limit));
		const nextCursor = encodeSeqCursor("dead-letters", next);
		return { status: 200, body: { data: rows.map(presentDeadLetter), nextCursor } };
	},
});

const params = lazyObject(() => ({
	deadLetterId: z.string().regex(/^dl_[0-9a-f]{32}$/, "must be `dl_` and 32 lower-case hex digits"),
}));

/** webhooks.md "Dead letters". */
export const requeueDeadLetter = defineOperation({
	operationId: "requeueDeadLetter",
	method: "POST",
	path: "/review/dead-letters/{deadLetterId}/requeue",
	tag: "Review",
	summary: doc("Requeue a dead-letter message"),
	description: doc(
		"Sends the message to the queue again, unchanged. A second call sends nothing. If the message fails again, it is listed as a new dead-letter message. If its event has been confirmed, the message is marked and not sent, because there is nothing left to deliver. Requeued messages are deleted after 90 days.",
	),
	policy: "reviewer",
	params,
	responses: { 200: { description: doc("The dead-letter message."), schema: deadLetterResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { deadLetterId }, principal, services, now, audit }) => {
		const { developerId: reviewerId } = principal;
		const request = { deadLetterId, reviewerId, now };
		const { deadLetter, isRepeated } = await services.webhooks.deadLetters.requeue(request);
		if (!isRepeated) await audit({ action: "dead_letter.requeued", target: deadLetterId });
		return { status: 200, body: presentDeadLetter(deadLetter) };
	},
});
