/** What goes out about dead letters. */
import * as z from "zod";
import { timestampSchema } from "../../kernel/schemas.ts";

export const deadLetterResponse = z
	.strictObject({
		deadLetterId: z.string(),
		caseId: z.string().nullable().meta({ description: "Null if the message points to no event." }),
		eventId: z.string().nullable(),
		body: z.unknown().meta({ description: "The message as it was sent: any JSON value.", example: { v: 1 } }),
		sentAt: timestampSchema(),
		receivedAt: timestampSchema().meta({ description: "When the queue gave the message up." }),
		requeuedAt: timestampSchema().nullable(),
		requeuedBy: z.string().nullable().meta({ description: "Id of the reviewer who requeued it." }),
		confirmedAt: timestampSchema().nullable().meta({
			description:
				"When the event was queued for delivery to every endpoint of its developer. Null until then; the service keeps retrying.",
		}),
	})
	.meta({ id: "DeadLetter" });

export const deadLetterListResponse = z
	.strictObject({
		data: z.array(deadLetterResponse),
		nextCursor: z
			.string()
			.nullable()
			.meta({ description: "Pass it as `cursor` to get the next page; null on the last page." }),
	})
	.meta({ id: "DeadLetterList" });
