/**
 * Lists and requeues dead-letter messages (webhooks.md "Dead letters"). A message is sent before it is marked;
 * endpoints de-duplicate.
 */
import { type Page, pageOf } from "../../kernel/paging.ts";
import type { DeadLetter, DeadLetterStatus } from "./dead-letter.ts";
import type { DeadLetterRows } from "./dead-letters.d1.ts";

/** `unchanged`: requeued before. */
export type RequeueResult =
	| { kind: "requeued" | "unchanged"; deadLetter: DeadLetter }
	| { kind: "not_found" }
	| { kind: "queue_unavailable"; cause: unknown };

const DAY_MS = 86_400_000;
/** Open ones are kept. */
const RETENTION_MS = 90 * DAY_MS;
const MAX_DELETED_AT_ONCE = 500;

export type DeadLetterService = ReturnType<typeof createDeadLetterService>;

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
	}): Promise<RequeueResult> {
		const { deadLetterId, reviewerId, now } = input;
		const deadLetter = await rows.find(deadLetterId);
		if (!deadLetter) return { kind: "not_found" };
		if (deadLetter.requeuedAt !== null) return { kind: "unchanged", deadLetter };
		if (deadLetter.confirmedAt === null) {
			try {
				await send(JSON.parse(deadLetter.body));
			} catch (cause) {
				return { kind: "queue_unavailable", cause };
			}
		}
		if (await rows.markRequeued({ deadLetterId, by: reviewerId, at: now })) {
			return { kind: "requeued", deadLetter: { ...deadLetter, requeuedAt: now, requeuedBy: reviewerId } };
		}
		const marked = await rows.find(deadLetterId);
		return marked ? { kind: "unchanged", deadLetter: marked } : { kind: "not_found" };
	}

	return { list, requeue };
}

/** @param now unix milliseconds */
export function deleteOldDeadLetters(
	now: number,
	rows: Pick<DeadLetterRows, "deleteSettled">,
): Promise<number> {
	return rows.deleteSettled(now - RETENTION_MS, MAX_DELETED_AT_ONCE);
}
