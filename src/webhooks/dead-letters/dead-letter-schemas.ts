import * as z from "zod";
import type { Infer } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import type { DeadLetter } from "./dead-letter.ts";

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

export function presentDeadLetter(deadLetter: DeadLetter): Infer<typeof deadLetterResponse> {
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
