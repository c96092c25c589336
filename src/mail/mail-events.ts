/**
 * Consumes `mail-events`, to which the platform reports what became of a mail (mail.md "Bounces"). Its messages hold address
 * and subject, so none is logged, stored or retried.
 */
import * as z from "zod";
import { log } from "../kernel/log.ts";
import { lazy } from "../kernel/once.ts";
import type { Suppressions } from "./suppressions.d1.ts";

const COMPLAINED = "cf.email.sending.message.complained";
const BOUNCED = "cf.email.sending.message.bounced";

const eventSchema = lazy(() =>
	z.object({
		type: z.string(),
		payload: z.object({
			recipient: z.string(),
			/** `soft`: the mailbox may take mail again. */
			bounce: z.object({ type: z.string() }).optional(),
		}),
	}),
);

export async function consumeMailEvents(
	batch: MessageBatch,
	{ suppress }: Pick<Suppressions, "suppress">,
): Promise<void> {
	for (const message of batch.messages) {
		try {
			const { data } = eventSchema().safeParse(message.body);
			const because = data && reasonOf(data.type, data.payload.bounce?.type);
			if (data && because) await suppress(data.payload.recipient, because, message.timestamp.getTime());
			message.ack();
		} catch (cause) {
			log.warn("mail", { messageId: message.id, cause });
			message.retry();
		}
	}
}

function reasonOf(type: string, bounce: string | undefined): "complained" | "bounced" | undefined {
	if (type === COMPLAINED) return "complained";
	return type === BOUNCED && bounce === "hard" ? "bounced" : undefined;
}
