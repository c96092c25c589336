/** A deployed service, whose mail goes to the platform's binding, which keeps it here. */
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { MailMessage } from "../../../src/mail/mailer.ts";
import { mailCode } from "./local-mail.ts";

export function captureMail() {
	const sent: MailMessage[] = [];
	const EMAIL = { send: async (message: MailMessage) => ({ messageId: String(sent.push(message)) }) };
	const mailsTo = (email: string) => sent.filter(({ to }) => to === email);
	return {
		/** Oldest first. */
		sent,
		settingsWith: (more: Record<string, string> = {}) =>
			({
				...{ ...env, MAIL_SENDER: "cloudflare", MAIL_FROM: "mail@replevin.test", EMAIL },
				...more,
			}) as unknown as Env,
		mailsTo,
		subjectsTo: (email: string) => mailsTo(email).map(({ subject }) => subject),
		/** The code of the newest mail to the address. */
		codeTo: async (email: string) =>
			mailCode(
				await vi.waitFor(() => mailsTo(email).at(-1) ?? Promise.reject(new Error("nothing was mailed"))),
			),
		clear(): void {
			sent.length = 0;
		},
	};
}
