import { defineOperation } from "../../../http/operation.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { deadLetterIdParam } from "../dead-letter-schemas.ts";
import type { RequeueAnswer } from "../dead-letter-service.ts";
import { presentDeadLetter } from "../present-dead-letters.ts";

/** webhooks.md "The way of an event": a reviewer can put back what the queue gave up on. */
export const requeueDeadLetter = defineOperation({
	operationId: "requeueDeadLetter",
	method: "POST",
	path: "/review/dead-letters/{deadLetterId}/requeue",
	tag: "Review",
	summary: "Requeue a dead-letter message",
	description:
		"Sends the message to the queue again, unchanged. A second call sends nothing. If the message fails again, it is listed as a new dead-letter message. If its event has been confirmed, the message is marked and not sent, because there is nothing left to deliver. Requeued messages are deleted after 90 days.",
	policy: "reviewer",
	params: deadLetterIdParam,
	responses: { 200: "The dead-letter message." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { deadLetterId }, principal, services, now, audit }) => {
		const { developerId: reviewerId } = principal;
		const answer = await services.webhooks.deadLetters.requeue({ deadLetterId, reviewerId, now });
		if (!("letter" in answer)) throw requeueError(answer);
		if (answer.kind === "requeued") await audit({ action: "dead_letter.requeued", target: deadLetterId });
		return { status: 200, body: presentDeadLetter(answer.letter) };
	},
});

function requeueError(reason: Exclude<RequeueAnswer, { letter: unknown }>): AppError {
	switch (reason.kind) {
		case "not_found":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no dead-letter message with this id.",
			});
		case "queue_unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message: "The queue did not accept the message. Nothing was changed; retry in a few seconds.",
				cause: reason.cause,
			});
	}
}
