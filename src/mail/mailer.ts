/**
 * The port through which mail leaves, and what every sender in production demands (mail.md "Senders"). The platform's
 * simulator checks almost none of it.
 */

export type MailMessage = {
	to: string;
	from: { email: string; name: string };
	subject: string;
	html: string;
	text: string;
	headers: Readonly<Record<string, string>>;
};

/**
 * `not_sent`: the sender says so. `isFinal`: no later attempt can succeed. `suppressed`: the address takes no mail from us.
 * `unknown`: the message may have been sent.
 */
export type SendResult =
	| { kind: "sent" }
	| { kind: "not_sent"; reason: string; isFinal: boolean; isSuppressed?: boolean }
	| { kind: "unknown"; reason: string };

export type Mailer = {
	/** A second send with the same key sends nothing. */
	isIdempotent: boolean;
	/** Never throws. @param key of this message, for every attempt */
	send(message: MailMessage, key: string): Promise<SendResult>;
};

/** RFC 5322 section 2.1.1. */
const MAX_SUBJECT_LENGTH = 998;
const MAX_MESSAGE_BYTES = 5 * 2 ** 20;
const HEADERS = new Set(["auto-submitted", "content-language", "list-unsubscribe", "list-unsubscribe-post"]);
/** RFC 8058 section 3.1: one URL and the exact value, which the platform checks. http is a service on this machine. */
const UNSUBSCRIBE_URL = /^<https?:\/\/[^\s<>,]{1,900}>$/;
export const ONE_CLICK = "List-Unsubscribe=One-Click";
const ONE_ADDRESS = /^[^\s,;<>"@]{1,64}@[^\s,;<>"@]{1,255}$/;

/** Why no sender would take the message; undefined if it is good. Names no address and no text. */
export function messageFault(message: MailMessage): string | undefined {
	const { to, from, subject, html, text, headers } = message;
	if (!ONE_ADDRESS.test(to) || !ONE_ADDRESS.test(from.email)) return "needs one recipient and one sender";
	if (subject.trim() === "") return "has no subject";
	if (subject.length > MAX_SUBJECT_LENGTH) return "has a subject of more than 998 characters";
	if ([subject, from.name, ...Object.values(headers)].some((line) => /[\r\n\0]/.test(line)))
		return "has a line break in a header";
	const other = Object.keys(headers).find((name) => !HEADERS.has(name.toLowerCase()));
	if (other !== undefined) return `has the header ${other}, which the platform refuses`;
	if (!isUnsubscribePair(headers)) return "has headers for unsubscribing that are not of RFC 8058";
	if (html === "" || text === "") return "needs HTML and text";
	const bytes = new TextEncoder().encode(html + text).length;
	return bytes > MAX_MESSAGE_BYTES ? "is larger than 5 MiB" : undefined;
}

/** True without such headers. */
function isUnsubscribePair({
	"List-Unsubscribe": url,
	"List-Unsubscribe-Post": post,
}: MailMessage["headers"]) {
	if (url === undefined || post === undefined) return url === post;
	return UNSUBSCRIBE_URL.test(url) && post === ONE_CLICK;
}

/** Holds the rules in front of a sender, so that a message which a local sender takes is taken everywhere. */
export function checked(mailer: Mailer): Mailer {
	return {
		isIdempotent: mailer.isIdempotent,
		async send(message, key) {
			const fault = messageFault(message);
			if (fault !== undefined) return { kind: "not_sent", reason: `the message ${fault}`, isFinal: true };
			try {
				return await mailer.send(message, key);
			} catch (cause) {
				return { kind: "unknown", reason: String(cause) };
			}
		},
	};
}
