/**
 * Consumer of `case-events-dlq`: stores what the queue gave up on, where a reviewer sees it and can put it back
 * (webhooks.md "The way of an event"). A letter is acknowledged when it stands in D1 and no sooner. The log has a
 * line for every new one, which is what an operator's alert is set on.
 */
import { lazy } from "../../kernel/once.ts";
import { newDeadLetterId } from "../../kernel/random-ids.ts";
import { eventPointerSchema } from "../../recovery/case/event-pointer.ts";
import type { DeadLetterRows, NewDeadLetter } from "./dead-letter-service.ts";

/** Of a pointer of any version, so that a reviewer sees whose event it is even where this Worker is the older. */
const idsSchema = lazy(() => eventPointerSchema().pick({ caseId: true, eventId: true }));
const isId = (text: string) => /^[a-z]{2,3}_[0-9a-f]{32}$/.test(text);

/** Stores every message of a batch, each beside the others. Never throws; what cannot be stored is tried again. */
export async function storeDeadLetters(
	batch: MessageBatch,
	letters: Pick<DeadLetterRows, "insert">,
	now = Date.now(),
): Promise<void> {
	await Promise.all(batch.messages.map((message) => store(message, letters, now)));
}

async function store(message: Message, letters: Pick<DeadLetterRows, "insert">, now: number): Promise<void> {
	const { id: messageId } = message;
	try {
		const letter = letterOf(message, now);
		const outcome = await letters.insert(letter);
		message.ack();
		if (outcome === "known") return;
		const { deadLetterId, caseId, eventId } = letter;
		console.error(
			JSON.stringify({ level: "error", event: "dead-letter", deadLetterId, caseId, eventId, messageId }),
		);
	} catch (cause) {
		console.warn(
			JSON.stringify({ level: "warn", event: "dead-letter-not-stored", messageId, cause: String(cause) }),
		);
		message.retry();
	}
}

/** All of it is kept: a message has at most 128 KB, which a row takes. */
function letterOf({ id, body, timestamp }: Message, now: number): NewDeadLetter {
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
