/** Sends what the outbox holds (mail.md "Outbox"). Called after a response, and every minute. */
import type { Language } from "../kernel/languages.ts";
import { log } from "../kernel/log.ts";
import { isOptional, ruleOf } from "./mail-kinds.ts";
import { type Mailer, type MailMessage, ONE_CLICK } from "./mailer.ts";
import type { DueMail, MailRows } from "./mails.d1.ts";
import type { OptOut, OptOuts } from "./opt-outs.d1.ts";
import type { Suppressions } from "./suppressions.d1.ts";

const PAGE_SIZE = 20;
/** A page has at most one slow sender's time-out, since its mails are sent at once. */
const MAX_PAGES = 5;
/** About two days, by the pace of the outbox. */
const MAX_ATTEMPTS = 50;
const KEPT_AFTER_END_MS = 30 * 24 * 3600 * 1000;
const MAX_DELETED = 500;

/** `code`: of a kind that has one. `unsubscribeUrl`: of a kind that can be switched off. `at`: when the mail was caused. */
export type MailToRender = {
	kind: DueMail["kind"];
	facts: Record<string, string>;
	code: string | null;
	unsubscribeUrl: string | null;
	at: number;
	language: Language;
};

type RenderMail = (mail: MailToRender) => Promise<Pick<MailMessage, "subject" | "html" | "text">>;

/** `network`: which pays for its mails, if one does. */
type Recipient = { email: string; language: Language; network?: string };

export type MailPorts = {
	rows: Pick<MailRows, "takeDue" | "end" | "uncount" | "deleteEnded">;
	suppressions: Pick<Suppressions, "find" | "suppress">;
	optOuts: Pick<OptOuts, "has">;
	mailer: Mailer;
	/** Undefined if the recipient is gone. */
	findRecipient(recipient: string): Promise<Recipient | undefined>;
	/** False if the part of the day's quota that the kind may use is used up. */
	hasQuota(mail: DueMail, recipient: Recipient): Promise<boolean>;
	codeOf(mail: DueMail): string;
	unsubscribeUrlOf(kind: OptOut): string;
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
	const { rows, suppressions, mailer } = ports;
	const { mailId, kind } = mail;
	const prepared = await prepare(mail, ports).catch(async (cause: unknown) => {
		// Nothing was sent yet.
		await rows.uncount(mailId);
		throw cause;
	});
	if (prepared === "no_recipient") return rows.end(mailId, "failed", now);
	if (prepared === "no_quota") return rows.uncount(mailId);
	const result = await mailer.send(prepared, mailId);
	if (result.kind === "sent") return rows.end(mailId, "sent", now);
	log.warn("mail", { mailId, kind, result });
	if (result.kind === "unknown") return;
	if (result.isSuppressed) await suppressions.suppress(prepared.to, "suppressed", now);
	if (result.isFinal || mail.attempts >= MAX_ATTEMPTS) return rows.end(mailId, "failed", now);
	await rows.uncount(mailId);
}

async function prepare(mail: DueMail, ports: MailPorts): Promise<MailMessage | "no_recipient" | "no_quota"> {
	const { suppressions, optOuts, codeOf, unsubscribeUrlOf, render, from } = ports;
	const { kind, facts, createdAt } = mail;
	const recipient = await ports.findRecipient(mail.recipient);
	if (!recipient) return "no_recipient";
	if (!ruleOf(kind).reachesSuppressed && (await suppressions.find(recipient.email))) return "no_recipient";
	const optOut = isOptional(kind) ? { recipient: mail.recipient, kind } : null;
	if (optOut && (await optOuts.has(optOut))) return "no_recipient";
	if (!(await ports.hasQuota(mail, recipient))) return "no_quota";
	const { email: to, language } = recipient;
	const code = ruleOf(kind).hasCode ? codeOf(mail) : null;
	const unsubscribeUrl = optOut && unsubscribeUrlOf(optOut);
	const content = await render({ kind, facts, code, unsubscribeUrl, at: createdAt, language });
	const headers = {
		"Auto-Submitted": "auto-generated",
		"Content-Language": language,
		...(unsubscribeUrl && {
			"List-Unsubscribe": `<${unsubscribeUrl}>`,
			"List-Unsubscribe-Post": ONE_CLICK,
		}),
	};
	return { ...content, from, to, headers };
}
