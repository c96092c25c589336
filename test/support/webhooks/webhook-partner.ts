// A partner's webhook endpoints over HTTP.
import type * as z from "zod";
import type { Infer } from "../../../src/kernel/once.ts";
import { listDeliveriesResponse } from "../../../src/webhooks/delivery/operations.ts";
import {
	endpointResponse,
	endpointWithSecretResponse,
} from "../../../src/webhooks/endpoint/endpoint-schemas.ts";
import type { ServicePartner } from "../service/service-client.ts";

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
