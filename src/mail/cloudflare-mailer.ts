/** Sends by the platform's `send_email` binding, which has no idempotency key. */
import { withTimeout } from "../kernel/time/with-timeout.ts";
import type { Mailer, SendResult } from "./mailer.ts";

const TIMEOUT_MS = 20_000;

/** The platform has refused the message, so it was not sent. Every other failure leaves that open. */
const REFUSED: Readonly<Record<string, { isFinal: boolean; isSuppressed?: boolean }>> = {
	E_RECIPIENT_SUPPRESSED: { isFinal: true, isSuppressed: true },
	E_RECIPIENT_NOT_ALLOWED: { isFinal: true },
	E_VALIDATION_ERROR: { isFinal: true },
	E_FIELD_MISSING: { isFinal: true },
	E_CONTENT_TOO_LARGE: { isFinal: true },
	E_HEADER_NOT_ALLOWED: { isFinal: true },
	E_SENDER_NOT_VERIFIED: { isFinal: false },
	E_SENDER_DOMAIN_NOT_AVAILABLE: { isFinal: false },
	E_RATE_LIMIT_EXCEEDED: { isFinal: false },
	E_DAILY_LIMIT_EXCEEDED: { isFinal: false },
};

export function createCloudflareMailer(binding: SendEmail): Mailer {
	return {
		isIdempotent: false,
		async send(message) {
			try {
				await withTimeout(binding.send({ ...message, headers: { ...message.headers } }), TIMEOUT_MS);
				return { kind: "sent" };
			} catch (error) {
				return refusalOf(error);
			}
		},
	};
}

/** The platform's own message may name the address, so only its code is told. */
function refusalOf(error: unknown): SendResult {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	const refused = REFUSED[code];
	if (refused) return { kind: "not_sent", reason: code, ...refused };
	return { kind: "unknown", reason: code || "the platform gave no code" };
}
