/**
 * What the queue gave up on: shown to reviewers, and put back by them (webhooks.md "The way of an event").
 *
 * A letter is sent first and marked then, so that none counts as put back that was not sent. A crash between the
 * two, or two reviewers at once, may send one twice; that is harmless, since an endpoint counts an event id once.
 */

/** Those that wait, and those that were put back. */
export const DEAD_LETTER_STATUSES = ["open", "requeued"] as const;
export type DeadLetterStatus = (typeof DEAD_LETTER_STATUSES)[number];

/** Times are unix milliseconds. */
export type NewDeadLetter = {
	deadLetterId: string;
	/** The queue's own id of the message. */
	messageId: string;
	/** The message as JSON. */
	body: string;
	/** Of the pointer, where the message is one. */
	caseId: string | null;
	eventId: string | null;
	sentAt: number;
	receivedAt: number;
};

export type DeadLetter = Omit<NewDeadLetter, "messageId"> & {
	seq: number;
	requeuedAt: number | null;
	requeuedBy: string | null;
	/** When every endpoint had the event after all; null where it has not, or the letter is of no event. */
	confirmedAt: number | null;
};

export type DeadLetterRows = {
	/** `known` where the message is stored already, or another open letter of the same event is. */
	insert(letter: NewDeadLetter): Promise<"inserted" | "known">;
	/** Newest first. @param before the `seq` below which to begin, or undefined for the newest */
	list(status: DeadLetterStatus, before: number | undefined, limit: number): Promise<DeadLetter[]>;
	find(deadLetterId: string): Promise<DeadLetter | undefined>;
	/** False where it was marked already, or is gone. */
	markRequeued(mark: { deadLetterId: string; by: string; at: number }): Promise<boolean>;
	/** Forgets letters that came, and were put back or confirmed, before then. @returns how many */
	forgetSettled(before: number, limit: number): Promise<number>;
};

/** `unchanged`: it was put back before, and nothing was sent now. */
export type RequeueAnswer =
	| { kind: "requeued" | "unchanged"; letter: DeadLetter }
	| { kind: "not_found" }
	| { kind: "queue_unavailable"; cause: unknown };

const DAY_MS = 86_400_000;
/** How long a settled letter is shown. One that waits stays, however old. */
const RETENTION_MS = 90 * DAY_MS;
const FORGOTTEN_AT_ONCE = 500;

export type DeadLetterService = ReturnType<typeof createDeadLetterService>;

/** @param send puts a message into the queue that it came from */
export function createDeadLetterService(rows: DeadLetterRows, send: (message: unknown) => Promise<unknown>) {
	/** One page, newest first. `next` is the `before` of the page that follows. */
	async function list(
		status: DeadLetterStatus,
		before: number | undefined,
		limit: number,
	): Promise<{ letters: DeadLetter[]; next: number | undefined }> {
		const found = await rows.list(status, before, limit + 1);
		const letters = found.slice(0, limit);
		return { letters, next: found.length > limit ? letters.at(-1)?.seq : undefined };
	}

	/**
	 * Puts a letter back as it was sent, once: if it fails again it comes as another letter. One whose event was
	 * confirmed meanwhile is only marked: every endpoint has it, and one that has forgotten so would take it again.
	 */
	async function requeue(input: {
		deadLetterId: string;
		reviewerId: string;
		now: number;
	}): Promise<RequeueAnswer> {
		const { deadLetterId, reviewerId, now } = input;
		const letter = await rows.find(deadLetterId);
		if (!letter) return { kind: "not_found" };
		if (letter.requeuedAt !== null) return { kind: "unchanged", letter };
		if (letter.confirmedAt === null) {
			try {
				await send(JSON.parse(letter.body));
			} catch (cause) {
				return { kind: "queue_unavailable", cause };
			}
		}
		if (await rows.markRequeued({ deadLetterId, by: reviewerId, at: now })) {
			return { kind: "requeued", letter: { ...letter, requeuedAt: now, requeuedBy: reviewerId } };
		}
		const marked = await rows.find(deadLetterId);
		return marked ? { kind: "unchanged", letter: marked } : { kind: "not_found" };
	}

	return { list, requeue };
}

/** Forgets letters that were settled long ago; the cron handler calls it. @param now unix milliseconds */
export async function forgetOldDeadLetters(
	now: number,
	rows: Pick<DeadLetterRows, "forgetSettled">,
): Promise<number> {
	return rows.forgetSettled(now - RETENTION_MS, FORGOTTEN_AT_ONCE);
}
