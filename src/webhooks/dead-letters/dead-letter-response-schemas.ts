/** What goes out about dead letters. */
import * as z from "zod";
import { timestampSchema } from "../../kernel/schemas.ts";

export const deadLetterResponse = z
	.strictObject({
		deadLetterId: z.string(),
		caseId: z.string().nullable().meta({ description: "Null where the message points to no event." }),
		eventId: z.string().nullable(),
		body: z.unknown().meta({ description: "The message as it was sent: any JSON value.", example: { v: 1 } }),
		sentAt: timestampSchema(),
		receivedAt: timestampSchema().meta({ description: "When the queue had given it up." }),
		requeuedAt: timestampSchema().nullable(),
		requeuedBy: z.string().nullable().meta({ description: "The reviewer's id." }),
		confirmedAt: timestampSchema().nullable().meta({
			description:
				"When every endpoint had the event after all: the service points to it again by itself until they do. Null where they do not have it.",
		}),
	})
	.meta({ id: "DeadLetter" });

export const deadLetterListResponse = z
	.strictObject({
		data: z.array(deadLetterResponse),
		nextCursor: z
			.string()
			.nullable()
			.meta({ description: "Give it as `cursor` for the next page; null on the last." }),
	})
	.meta({ id: "DeadLetterList" });
