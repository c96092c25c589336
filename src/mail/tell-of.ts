import { configOf } from "../config/config.ts";
import type { MailFacts, MailKind } from "./mail-kinds.ts";
import { createMailRows } from "./mails.d1.ts";

const DAY_MS = 24 * 3600 * 1000;

type Told<K extends MailKind> = {
	/** The same for a repetition. */
	mailId: string;
	developerId: string;
	kind: K;
	facts: MailFacts<K>;
	now: number;
};

/** Queues a mail to a developer, from an object that repeats what fails. The cron handler sends it within a minute. */
export async function tellOf<K extends MailKind>(env: Env, told: Told<K>): Promise<void> {
	const { developerId: recipient, now, ...letter } = told;
	if (configOf(env).mail.sender === "none") return;
	await createMailRows(env.DB).queue({ ...letter, recipient, now, expiresAt: now + DAY_MS });
}
