/** The message of the queue `case-events`. */
import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";

export const eventPointerSchema = lazy(() =>
	z.object({
		/** A consumer rejects unknown versions. */
		v: z.literal(1),
		caseId: z.string(),
		sequence: z.number(),
		eventId: z.string(),
		/** For an early look-up of endpoints. The case decides. */
		developerId: z.string().nullish(),
	}),
);

export type EventPointer = Infer<typeof eventPointerSchema>;
