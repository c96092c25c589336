/** Makes of a dead letter what goes out. */
import type * as z from "zod";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import type { deadLetterResponse } from "./dead-letter-response-schemas.ts";
import type { DeadLetter } from "./dead-letter-service.ts";

export function presentDeadLetter(letter: DeadLetter): z.infer<typeof deadLetterResponse> {
	const { deadLetterId, caseId, eventId, body, requeuedBy } = letter;
	return {
		deadLetterId,
		caseId,
		eventId,
		body: JSON.parse(body),
		sentAt: isoTime(letter.sentAt),
		receivedAt: isoTime(letter.receivedAt),
		requeuedAt: isoTimeOrNull(letter.requeuedAt),
		requeuedBy,
		confirmedAt: isoTimeOrNull(letter.confirmedAt),
	};
}
