/** Shared by the tests of the routes of webhooks: developers with endpoints that were created over HTTP. */
import { env } from "cloudflare:workers";
import type { Infer } from "../../../src/kernel/once.ts";
import type {
	endpointResponse,
	endpointWithSecretResponse,
} from "../../../src/webhooks/endpoint/endpoint-schemas.ts";
import type { ReceiverResponse } from "../../support/webhooks/webhook-receiver.ts";
import { newPartner, type Partner } from "../recovery/support.ts";
import { endpointObject, receiver } from "./support.ts";

type Endpoint = Infer<typeof endpointResponse>;
type EndpointWithSecret = Infer<typeof endpointWithSecretResponse>;

export const PATH = "/webhook-endpoints";
export const URL_OF_NOBODY = "https://hooks.example.com/replevin";

/** The body of a response that must be a success. It has been checked against the OpenAPI document already. */
export async function bodyOf<T>(pending: Promise<Response> | Response): Promise<T> {
	const response = await pending;
	if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
	return response.json();
}

export const createEndpoint = (partner: Partner, body: object = {}) =>
	bodyOf<EndpointWithSecret>(partner.send(PATH, { url: URL_OF_NOBODY, ...body }));

export const readEndpoint = (partner: Partner, endpointId: string) =>
	bodyOf<Endpoint>(partner.send(`${PATH}/${endpointId}`));

/** A developer with an endpoint whose receiver plays these responses. */
export async function newReceivingPartner(responses: readonly ReceiverResponse[] = []) {
	const partner = await newPartner();
	const name = crypto.randomUUID();
	await receiver.script(name, responses);
	const endpoint = await createEndpoint(partner, { url: receiver.hook(name) });
	const path = `${PATH}/${endpoint.endpointId}`;
	return {
		...partner,
		endpoint,
		object: endpointObject(endpoint.endpointId),
		received: () => receiver.received(name),
		/** Calls a path below the endpoint. */
		ask: (below: string, body?: unknown, method?: string) => partner.send(`${path}${below}`, body, method),
	};
}

/** The ids of a developer's endpoints in D1. */
export async function rowsOf({ developerId }: { developerId: string }): Promise<unknown[]> {
	const rows = env.DB.prepare("SELECT endpoint_id FROM webhook_endpoints WHERE developer_id = ?");
	return (await rows.bind(developerId).raw()).flat();
}

/** The audit entries about a target, in order. */
export async function auditOf(target: string) {
	const rows = env.DB.prepare("SELECT action, actor FROM audit_events WHERE target = ? ORDER BY seq");
	return (await rows.bind(target).all<{ action: string; actor: string }>()).results;
}
