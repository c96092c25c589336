/** Verification of webhooks without a client, for receivers. */
import { WebhookVerificationError } from "./client/errors.ts";
import type { WebhookEvent } from "./generated/api.ts";

export { type WebhookFault, WebhookVerificationError } from "./client/errors.ts";
export type { WebhookEvent } from "./generated/api.ts";

/** The headers of a request, as Node, a `Headers` object or a framework gives them. */
export type WebhookHeaders =
	| {
			/** As in `Headers`: the value in any letter case of the name. */
			get(name: string): string | null;
	  }
	| Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of `verifyWebhook`. */
export type VerifyWebhookOptions = {
	/** How much the timestamp may differ from this machine's clock; 300 by default. */
	toleranceSeconds?: number;
	/** Unix milliseconds, for tests; `Date.now()` by default. */
	now?: number;
};

const PREFIX = "whsec_";
const utf8 = new TextEncoder();

/**
 * Verifies that a request is by the service, and returns its event. Uses the headers of Standard Webhooks, whose names
 * are the same at every instance. An event can come twice: remember the ids that you have processed.
 *
 * @param body the bytes as they arrived, before any JSON parser
 * @param secret of the endpoint, or several while a secret is being replaced
 * @throws WebhookVerificationError
 *
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, secret);
 */
export async function verifyWebhook(
	body: string | Uint8Array | ArrayBuffer,
	headers: WebhookHeaders,
	secret: string | readonly string[],
	{ toleranceSeconds = 300, now = Date.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
	const content = bytesOf(body);
	const id = header(headers, "webhook-id");
	const timestamp = header(headers, "webhook-timestamp");
	const signatures = header(headers, "webhook-signature");
	if (!/^\d{1,12}$/.test(timestamp)) throw fault("headers", "webhook-timestamp is not a number of seconds.");
	if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
		throw fault(
			"timestamp",
			`The request is of another time than now: ${timestamp}. Check this machine's clock.`,
		);
	const head = utf8.encode(`${id}.${timestamp}.`);
	const signed = new Uint8Array(head.length + content.length);
	signed.set(head);
	signed.set(content, head.length);
	if (!(await isSigned(signed, signatures, [secret].flat())))
		throw fault(
			"signature",
			"No signature fits the body. Check the secret, and that nothing changed the body.",
		);
	const event = parse(content);
	if (event?.id !== id) throw fault("body", "The signed body is not an event.");
	return event;
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, secrets: readonly string[]) {
	const signatures = header
		.split(" ")
		.flatMap((part) => (part.startsWith("v1,") ? (decode(part.slice(3)) ?? []) : []));
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	for (const secret of secrets) {
		// A variable of the environment may not be set.
		const bytes = secret?.startsWith?.(PREFIX) ? decode(secret.slice(PREFIX.length)) : null;
		if (secret === undefined)
			throw new TypeError(
				"The secret is undefined. If it comes from the environment, its variable is not set.",
			);
		if (!bytes?.length) throw new TypeError(`A webhook secret begins with ${PREFIX} and goes on in base64.`);
		const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
		// Web Crypto compares in constant time.
		for (const signature of signatures)
			if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
	}
	return false;
}

function bytesOf(body: unknown): Uint8Array {
	if (typeof body === "string") return utf8.encode(body);
	// Test runners such as Jest have an ArrayBuffer of their own, which no `instanceof` knows.
	if (Object.prototype.toString.call(body) === "[object ArrayBuffer]")
		return new Uint8Array(body as ArrayBuffer);
	if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
	throw new TypeError(
		"The body must be text or bytes as they arrived. A parsed body cannot be verified: switch the JSON parser of this route off.",
	);
}

function header(headers: WebhookHeaders, name: string): string {
	const given =
		"get" in headers && typeof headers.get === "function" ? headers.get(name) : member(headers, name);
	const value = Array.isArray(given) && given.length === 1 ? given[0] : given;
	if (typeof value !== "string" || value === "")
		throw fault(
			"headers",
			`The header ${name} is absent or repeated. The service sends it beside its own one, such as replevin-${name}.`,
		);
	return value;
}

/** Some frameworks keep the sender's letter case. */
function member(headers: object, name: string): unknown {
	const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
	return values.length === 1 ? values[0]?.[1] : undefined;
}

function parse(bytes: Uint8Array): WebhookEvent | null {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
	} catch {
		return null;
	}
}

/** @returns null for text that is not base64 */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
	try {
		return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
	} catch {
		return null;
	}
}

function fault(kind: WebhookVerificationError["fault"], message: string): WebhookVerificationError {
	return new WebhookVerificationError(kind, message);
}
