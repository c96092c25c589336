/** A dead-letter message: a message of `case-events` that the queue has given up. Times are unix milliseconds. */

/** `open`: waits for a reviewer. `requeued`: was sent to the queue again. */
export const DEAD_LETTER_STATUSES = ["open", "requeued"] as const;
export type DeadLetterStatus = (typeof DEAD_LETTER_STATUSES)[number];

export type NewDeadLetter = {
	deadLetterId: string;
	/** The queue's id of the message. */
	messageId: string;
	/** The message as JSON. */
	body: string;
	/** Null if the message is not a pointer to an event; likewise `eventId`. */
	caseId: string | null;
	eventId: string | null;
	sentAt: number;
	receivedAt: number;
};

export type DeadLetter = Omit<NewDeadLetter, "messageId"> & {
	seq: number;
	requeuedAt: number | null;
	requeuedBy: string | null;
	/** When the event was confirmed, which every endpoint then has; null if it is not. */
	confirmedAt: number | null;
};
