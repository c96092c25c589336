// A partner's webhook endpoints over HTTP, and the partner's checks of a webhook. They use Node's crypto and the
// Standard Webhooks package, and none of our code.
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import type { Infer } from "../../../src/kernel/once.ts";
import { listDeliveriesResponse } from "../../../src/webhooks/delivery/routes/list-deliveries.ts";
import {
	endpointResponse,
	endpointWithSecretResponse,
} from "../../../src/webhooks/endpoint/endpoint-schemas.ts";
import type { ServicePartner } from "../service/service-client.ts";
import type { Received } from "./webhook-receiver.ts";

export type PartnerEndpoint = { endpointId: string; url: string; secret: string };
export type Delivery = Infer<typeof listDeliveriesResponse>["data"][number];

const MAX_PAGE = 100;

async function bodyOf<T extends z.ZodType>(sent: Promise<Response>, schema: T): Promise<z.infer<T>> {
	const response = await sent;
	if (!response.ok) throw new Error(`The call failed: ${response.status} ${await response.text()}`);
	return schema.parse(await response.json());
}

export function addEndpoint(partner: ServicePartner, url: string): Promise<PartnerEndpoint> {
	return bodyOf(partner.send("/webhook-endpoints", { url }), endpointWithSecretResponse());
}

export function readEndpoint(partner: ServicePartner, endpointId: string) {
	return bodyOf(partner.send(`/webhook-endpoints/${endpointId}`), endpointResponse());
}

/** The newest hundred deliveries, newest first. */
export async function readDeliveries(partner: ServicePartner, endpointId: string): Promise<Delivery[]> {
	const path = `/webhook-endpoints/${endpointId}/deliveries?limit=${MAX_PAGE}`;
	return (await bodyOf(partner.send(path), listDeliveriesResponse())).data;
}

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
