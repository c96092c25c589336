/** A partner's check of a webhook, with Node's crypto and the Standard Webhooks package, and none of our code. */
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import type { Received } from "./webhook-receiver.ts";

const envelope = z.object({ id: z.string() });

/** @throws if the webhook was not sent by the service, or was changed */
export function verifyWebhook({ headers, body }: Received, secret: string): void {
	new Webhook(secret).verify(body, headers);
	const key = Buffer.from(secret.slice("whsec_".length), "base64");
	const timestamp = headers["replevin-webhook-timestamp"];
	const mac = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
	if (headers["replevin-webhook-signature"] !== `v1=${mac}`)
		throw new Error("The service's own signature is wrong.");
	const { id } = envelope.parse(JSON.parse(body));
	if (headers["replevin-webhook-id"] !== id || headers["webhook-id"] !== id)
		throw new Error("The id is wrong.");
}
