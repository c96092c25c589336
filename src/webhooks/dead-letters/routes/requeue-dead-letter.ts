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
	summary: "Put a message back into the queue as it was sent",
	description:
		"Once: a second call changes and sends nothing, and a message that fails again comes as another letter. One whose event was confirmed meanwhile is only marked, since there is nothing left to deliver. Letters are kept for 90 days after they were put back.",
	policy: "reviewer",
	params: deadLetterIdParam,
	responses: { 200: "How it stands now." },
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
			return new AppError({ code: "RESOURCE_NOT_FOUND", message: "There is no such dead letter." });
		case "queue_unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message: "The queue did not take the message. The letter stays as it is; try again in a moment.",
				cause: reason.cause,
			});
	}
}
