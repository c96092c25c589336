/** Sends what the outbox holds (mail.md "Outbox"). Called after a response, and every minute. */
import type { Language } from "../kernel/languages.ts";
import { log } from "../kernel/log.ts";
import { ruleOf } from "./mail-kinds.ts";
import type { Mailer, MailMessage, SendResult } from "./mailer.ts";
import type { DueMail, MailRows } from "./mails.d1.ts";
import type { Suppressions } from "./suppressions.d1.ts";

const PAGE_SIZE = 20;
/** A page has at most one slow sender's time-out, since its mails are sent at once. */
const MAX_PAGES = 5;
/** About two days, by the pace of the outbox. */
const MAX_ATTEMPTS = 50;
const KEPT_AFTER_END_MS = 30 * 24 * 3600 * 1000;
const MAX_DELETED = 500;

/** `code`: of a kind that has one. `at`: when the mail was caused. */
export type MailToRender = {
	kind: DueMail["kind"];
	facts: Record<string, string>;
	code: string | null;
	at: number;
	language: Language;
};

type RenderMail = (mail: MailToRender) => Promise<Pick<MailMessage, "subject" | "html" | "text">>;

/** `network`: which pays for its mails, if one does. */
type Recipient = { email: string; language: Language; network?: string };

export type MailPorts = {
	rows: Pick<MailRows, "takeDue" | "end" | "uncount" | "deleteEnded">;
	suppressions: Pick<Suppressions, "isSuppressed" | "suppress">;
	mailer: Mailer;
	/** Undefined if the recipient is gone. */
	findRecipient(recipient: string): Promise<Recipient | undefined>;
	/** False if the part of the day's quota that the kind may use is used up. */
	hasQuota(mail: DueMail, recipient: Recipient): Promise<boolean>;
	codeOf(mail: DueMail): string;
	render: RenderMail;
	from: MailMessage["from"];
};

/** @throws what failed first, after everything was tried */
export async function deliverMails(now: number, ports: MailPorts): Promise<void> {
	for (let page = 0; page < MAX_PAGES; page++) {
		const due = await ports.rows.takeDue(now, PAGE_SIZE, ports.mailer.isIdempotent);
		const settled = await Promise.allSettled(due.map((mail) => deliver(mail, now, ports)));
		const failure = settled.find(({ status }) => status === "rejected");
		if (failure?.status === "rejected") throw failure.reason;
		if (due.length < PAGE_SIZE) break;
	}
	await ports.rows.deleteEnded(now - KEPT_AFTER_END_MS, MAX_DELETED);
}

async function deliver(mail: DueMail, now: number, ports: MailPorts): Promise<void> {
	const { rows, suppressions } = ports;
	const { mailId } = mail;
	const recipient = await ports.findRecipient(mail.recipient);
	if (!recipient || (await suppressions.isSuppressed(recipient.email)))
		return rows.end(mailId, "failed", now);
	const result = await attempt(mail, recipient, ports);
	if (result.kind !== "sent") log.warn("mail", { mailId, kind: mail.kind, result });
	if (result.kind === "sent") return rows.end(mailId, "sent", now);
	if (result.kind === "unknown") return;
	if (result.isSuppressed) await suppressions.suppress(recipient.email, "suppressed", now);
	if (result.isFinal || mail.attempts >= MAX_ATTEMPTS) return rows.end(mailId, "failed", now);
	await rows.uncount(mailId);
}

async function attempt(
	mail: DueMail,
	recipient: Recipient,
	{ hasQuota, codeOf, render, mailer, from }: MailPorts,
): Promise<SendResult> {
	const { email, language } = recipient;
	if (!(await hasQuota(mail, recipient)))
		return { kind: "not_sent", reason: "the day's quota is used up", isFinal: false };
	const { mailId, kind, facts, createdAt } = mail;
	const code = ruleOf(kind).hasCode ? codeOf(mail) : null;
	const content = await render({ kind, facts, code, at: createdAt, language });
	const headers = { "Auto-Submitted": "auto-generated", "Content-Language": language };
	return mailer.send({ ...content, from, to: email, headers }, mailId);
}
