/** What travels through the queue `case-events`: where an event is, never the event itself. */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";

export const eventPointerSchema = lazy(() =>
	z.object({
		/** Version of this form; a consumer refuses one that it does not know. */
		v: z.literal(1),
		caseId: z.string(),
		sequence: z.number(),
		eventId: z.string(),
		/** Whose it was when it was sent, so that their endpoints can be looked for meanwhile; the case decides. */
		developerId: z.string().nullish(),
	}),
);

export type EventPointer = z.infer<ReturnType<typeof eventPointerSchema>>;
