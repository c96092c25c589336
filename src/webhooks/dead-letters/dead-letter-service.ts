/**
 * Lists and requeues dead-letter messages (webhooks.md "Dead letters"). A message is sent before it is marked;
 * endpoints de-duplicate.
 */
import { AppError } from "../../kernel/errors/app-error.ts";
import { type Page, pageOf } from "../../kernel/paging/paging.ts";
import type { DeadLetter, DeadLetterStatus } from "./dead-letter.ts";
import type { DeadLetterRows } from "./dead-letters.d1.ts";

export function createDeadLetterService(rows: DeadLetterRows, send: (message: unknown) => Promise<unknown>) {
	/** @param before `next` of the previous page */
	async function list(
		status: DeadLetterStatus,
		before: number | undefined,
		limit: number,
	): Promise<Page<DeadLetter, number>> {
		return pageOf(await rows.list(status, before, limit + 1), limit, ({ seq }) => seq);
	}

	/** Sends a message again. If its event is confirmed, only marks it, because an endpoint may have deleted the event. */
	async function requeue(input: {
		deadLetterId: string;
		reviewerId: string;
		now: number;
	}): Promise<{ deadLetter: DeadLetter; isRepeated: boolean }> {
		const { deadLetterId, reviewerId, now } = input;
		const deadLetter = await rows.find(deadLetterId);
		if (!deadLetter) throw deadLetterNotFound();
		if (deadLetter.requeuedAt !== null) return { deadLetter, isRepeated: true };
		if (deadLetter.confirmedAt === null) {
			try {
				await send(JSON.parse(deadLetter.body));
			} catch (cause) {
				throw new AppError({
					code: "SERVICE_UNAVAILABLE",
					message: "The queue did not accept the message. Nothing was changed; retry in a few seconds.",
					cause,
				});
			}
		}
		if (await rows.markRequeued({ deadLetterId, by: reviewerId, at: now })) {
			const requeued = { ...deadLetter, requeuedAt: now, requeuedBy: reviewerId };
			return { deadLetter: requeued, isRepeated: false };
		}
		const marked = await rows.find(deadLetterId);
		if (!marked) throw deadLetterNotFound();
		return { deadLetter: marked, isRepeated: true };
	}

	return { list, requeue };
}

const deadLetterNotFound = () =>
	new AppError({ code: "RESOURCE_NOT_FOUND", message: "There is no dead-letter message with this id." });
