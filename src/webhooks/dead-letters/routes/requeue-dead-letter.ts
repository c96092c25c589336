import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { deadLetterResponse, presentDeadLetter } from "../dead-letter-schemas.ts";

const params = lazy(() =>
	z.strictObject({
		deadLetterId: z.string().regex(/^dl_[0-9a-f]{32}$/, "must be `dl_` and 32 lower-case hex digits"),
	}),
);

/** webhooks.md "Dead letters". */
export const requeueDeadLetter = defineOperation({
	operationId: "requeueDeadLetter",
	method: "POST",
	path: "/review/dead-letters/{deadLetterId}/requeue",
	tag: "Review",
	summary: doc("Requeue a dead-letter message"),
	description: doc(
		"Sends the message to the queue again, unchanged. A second call sends nothing. If the message fails again, it is listed as a new dead-letter message. If its event has been confirmed, the message is marked and not sent, because there is nothing left to deliver. Requeued messages are deleted after 90 days.",
	),
	policy: "reviewer",
	params,
	responses: { 200: { description: doc("The dead-letter message."), schema: deadLetterResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { deadLetterId }, principal, services, now, audit }) => {
		const { developerId: reviewerId } = principal;
		const request = { deadLetterId, reviewerId, now };
		const { deadLetter, isRepeated } = await services.webhooks.deadLetters.requeue(request);
		if (!isRepeated) await audit({ action: "dead_letter.requeued", target: deadLetterId });
		return { status: 200, body: presentDeadLetter(deadLetter) };
	},
});
