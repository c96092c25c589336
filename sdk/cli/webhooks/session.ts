/** Prints events, and posts them to a local endpoint as the service posts them. */
import type { Replevin, WebhookEvent } from "../../src/index.ts";
import { type Io, UsageError } from "../command.ts";
import { fetchText } from "../fetch-text.ts";
import { lineOf } from "./event-line.ts";

const RESPONSE_LIMIT_MS = 15_000;

type Outcome = { status: number; text: string } | { error: string };

/** @param forward the endpoint; undefined for none @returns what takes each event, and resolves to the endpoint's response */
export async function startSession(
	replevin: Replevin,
	{ forward, json }: { forward: unknown; json: boolean },
	io: Io,
) {
	if (forward !== undefined && !URL.canParse(String(forward)))
		throw new UsageError(`--forward is no URL: ${forward}`);
	const known = io.env.WEBHOOK_SECRET;
	const secret = known || newSecret();
	if (!/^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(secret))
		throw new UsageError("WEBHOOK_SECRET is not the secret of a webhook: whsec_ and base64.");
	const { brand } = await replevin.config({ signal: io.signal });
	// One that the caller set may be in use elsewhere, and what is printed is logged.
	if (forward !== undefined)
		io.note(known ? "The session's secret is that of WEBHOOK_SECRET." : `The session's secret is ${secret}`);
	const post = (event: WebhookEvent) => forwardEvent(event, String(forward), { secret, brand }, io);
	return {
		/** @returns whether the endpoint responded with 2xx */
		async take(event: WebhookEvent): Promise<boolean> {
			const outcome = forward === undefined ? null : await post(event);
			const isTaken =
				outcome !== null && "status" in outcome && outcome.status >= 200 && outcome.status < 300;
			const tone = isTaken ? "good" : "bad";
			if (json) io.print(JSON.stringify({ event, ...(outcome && { response: outcome }) }));
			else if (outcome === null) io.print(lineOf(event));
			else io.print(`${lineOf(event)}  -> ${words(outcome)}`, tone);
			return isTaken;
		},
	};
}

const words = (outcome: Outcome) =>
	("error" in outcome ? outcome.error : `${outcome.status} ${outcome.text}`).trim();

/** The body is the one that the service signs: the feed has the same bytes, without white space. */
async function forwardEvent(
	event: WebhookEvent,
	url: string,
	{ secret, brand }: { secret: string; brand: string },
	io: Io,
): Promise<Outcome> {
	const body = JSON.stringify(event);
	const signed = { id: event.id, body, timestamp: Math.floor(Date.now() / 1000) };
	const headers = await webhookHeaders(signed, secret, brand);
	try {
		const init = { method: "POST", headers, body, redirect: "manual", limitMs: RESPONSE_LIMIT_MS } as const;
		const { status, text } = await fetchText(url, init, io);
		const [line = ""] = text.slice(0, 200).split("\n");
		return { status, text: line };
	} catch (error) {
		io.signal.throwIfAborted();
		const { cause, message } = error as Error & { cause?: { message?: string } };
		return { error: `no response: ${cause?.message ?? message}` };
	}
}

function newSecret(): string {
	return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

const utf8 = new TextEncoder();

type Signed = { id: string; body: string; timestamp: number };

/**
 * Signs a forwarded event as the service signs its own (webhooks.md "The request"), with the secret of the session.
 * @param brand of the service, with which the names of its own headers begin
 */
async function webhookHeaders({ id, body, timestamp }: Signed, secret: string, brand: string) {
	const bytes = Buffer.from(secret.replace("whsec_", ""), "base64");
	const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	const mac = async (text: string) => Buffer.from(await crypto.subtle.sign("HMAC", key, utf8.encode(text)));
	const own = (await mac(`${timestamp}.${body}`)).toString("hex");
	const standard = (await mac(`${id}.${timestamp}.${body}`)).toString("base64");
	return {
		"Content-Type": "application/json",
		[`${brand}-Webhook-Id`]: id,
		[`${brand}-Webhook-Timestamp`]: String(timestamp),
		[`${brand}-Webhook-Signature`]: `v1=${own}`,
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": `v1,${standard}`,
	};
}
