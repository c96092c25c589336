/**
 * Consumer of `case-events`. A message is a pointer; it is acknowledged on its own, when the case's object
 * has been told that its event has arrived. What cannot be handled is retried and, in the end, lands in the
 * dead-letter queue; nothing is lost either way, since the case keeps the event until it is confirmed.
 */
import { eventPointerSchema } from "../recovery/core/event-pointer.ts";

export type ConfirmEvent = (caseId: string, eventId: string) => Promise<"confirmed" | "unknown">;

/** Handles every message of a batch, each beside the others. Never throws. */
export async function consumeCaseEvents(batch: MessageBatch, confirmEvent: ConfirmEvent): Promise<void> {
	await Promise.all(batch.messages.map((message) => consume(message, confirmEvent)));
}

async function consume(message: Message, confirmEvent: ConfirmEvent): Promise<void> {
	try {
		const { caseId, eventId } = eventPointerSchema.parse(message.body);
		if ((await confirmEvent(caseId, eventId)) === "unknown") {
			// Nothing to deliver: the case never had such an event. Worth a look, but no retry would help.
			console.error(
				JSON.stringify({ level: "error", event: "case-events", caseId, eventId, cause: "unknown event" }),
			);
		}
		message.ack();
	} catch (cause) {
		console.warn(
			JSON.stringify({ level: "warn", event: "case-events", messageId: message.id, cause: String(cause) }),
		);
		message.retry();
	}
}
