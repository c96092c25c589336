/**
 * Consumes `case-events-dlq` (webhooks.md "Dead letters"). Acknowledges a message after storing it, and logs it once,
 * for alerts.
 */

import { newDeadLetterId } from "../../kernel/crypto/random-ids.ts";
import { log } from "../../kernel/log.ts";
import { lazy } from "../../kernel/once.ts";
import { eventPointerSchema } from "../../recovery/case/event-pointer.ts";
import type { NewDeadLetter } from "./dead-letter.ts";
import type { DeadLetterRows } from "./dead-letters.d1.ts";

/** Accepts any version, so that an older Worker shows a newer message's event. */
const idsSchema = lazy(() => eventPointerSchema().pick({ caseId: true, eventId: true }));
const isId = (text: string) => /^[a-z]{2,3}_[0-9a-f]{32}$/.test(text);

type Inserter = Pick<DeadLetterRows, "insert">;

export async function storeDeadLetters(batch: MessageBatch, rows: Inserter, now = Date.now()): Promise<void> {
	await Promise.all(batch.messages.map((message) => store(message, rows, now)));
}

async function store(message: Message, rows: Inserter, now: number): Promise<void> {
	const { id: messageId } = message;
	try {
		const deadLetter = toDeadLetter(message, now);
		const outcome = await rows.insert(deadLetter);
		message.ack();
		if (outcome === "known") return;
		const { deadLetterId, caseId, eventId } = deadLetter;
		log.error("dead-letter", { deadLetterId, caseId, eventId, messageId });
	} catch (cause) {
		log.warn("dead-letter-not-stored", { messageId, cause });
		message.retry();
	}
}

/** At most 128 KB, which fits a row. */
function toDeadLetter({ id, body, timestamp }: Message, now: number): NewDeadLetter {
	const ids = idsSchema().safeParse(body).data;
	return {
		deadLetterId: newDeadLetterId(),
		messageId: id,
		body: JSON.stringify(body) ?? "null",
		caseId: ids && isId(ids.caseId) ? ids.caseId : null,
		eventId: ids && isId(ids.eventId) ? ids.eventId : null,
		sentAt: timestamp.getTime(),
		receivedAt: now,
	};
}
