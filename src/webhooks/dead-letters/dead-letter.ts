/** Times are unix milliseconds. */

export const DEAD_LETTER_STATUSES = ["open", "requeued"] as const;
export type DeadLetterStatus = (typeof DEAD_LETTER_STATUSES)[number];

export type NewDeadLetter = {
	deadLetterId: string;
	messageId: string;
	/** The message as JSON. */
	body: string;
	/** Null, like `eventId`, if the message is not a pointer. */
	caseId: string | null;
	eventId: string | null;
	sentAt: number;
	receivedAt: number;
};

export type DeadLetter = Omit<NewDeadLetter, "messageId"> & {
	seq: number;
	requeuedAt: number | null;
	requeuedBy: string | null;
	/** When every endpoint had the event. */
	confirmedAt: number | null;
};
