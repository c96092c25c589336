/** Sends by Resend's HTTP API, whose `Idempotency-Key` lasts 24 hours. */
import type { Mailer, SendResult } from "./mailer.ts";

const SEND_URL = "https://api.resend.com/emails";
const TIMEOUT_MS = 20_000;

/** @param request other than `fetch` only in tests */
export function createResendMailer(apiKey: string, request: typeof fetch = fetch): Mailer {
	return {
		isIdempotent: true,
		async send({ from, to, subject, html, text, headers }, key) {
			const response = await request(SEND_URL, {
				method: "POST",
				headers: {
					Authorization: `Bearer ${apiKey}`,
					"Content-Type": "application/json",
					"Idempotency-Key": key,
				},
				body: JSON.stringify({
					from: `${from.name} <${from.email}>`,
					to: [to],
					...{ subject, html, text, headers },
				}),
				redirect: "manual",
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			await response.body?.cancel();
			return resultOf(response.status);
		},
	};
}

/** 409 tells that the first attempt with this key is still running. */
function resultOf(status: number): SendResult {
	if (status >= 200 && status < 300) return { kind: "sent" };
	const reason = `Resend responded with ${status}`;
	if (status === 429 || status === 401 || status === 403) return { kind: "not_sent", reason, isFinal: false };
	if (status === 400 || status === 422) return { kind: "not_sent", reason, isFinal: true };
	return { kind: "unknown", reason };
}
