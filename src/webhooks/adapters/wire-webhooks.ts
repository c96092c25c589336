/** Joins webhooks to their bindings. */
import type { Config } from "../../env.ts";
import { createSealer } from "../../kernel/sealing.ts";
import type { EndpointObject } from "../core/endpoint-messages.ts";
import { createDeadLetterService, type DeadLetterService } from "../dead-letter-service.ts";
import { createDeliveryService, type DeliveryService } from "../delivery-service.ts";
import { createEndpointService, type EndpointService } from "../endpoint-service.ts";
import type { EventFeed } from "../ports.ts";
import { deadLettersIn } from "./dead-letters.d1.ts";
import { createEndpointRows } from "./endpoints.d1.ts";
import { createEventFeed } from "./event-feed.d1.ts";

/** What handlers may call about webhooks. */
export type WebhookServices = {
	endpoints: EndpointService;
	deliveries: DeliveryService;
	events: EventFeed;
	deadLetters: DeadLetterService;
};

export function wireWebhooks(env: Env, config: Config): WebhookServices {
	const endpointOf = (endpointId: string): EndpointObject => env.WEBHOOK_ENDPOINTS.getByName(endpointId);
	return {
		endpoints: createEndpointService({
			rows: createEndpointRows(env.DB),
			endpointOf,
			sealer: createSealer(config.keyEncryptionKeys, "webhook-secret"),
			targetRules: {
				allowLocal: config.allowLocalWebhooks,
				ownHosts: [new URL(config.appOrigin).hostname],
			},
		}),
		deliveries: createDeliveryService(endpointOf),
		events: createEventFeed(env.DB),
		deadLetters: createDeadLetterService(deadLettersIn(env.DB), (message) => env.CASE_EVENTS.send(message)),
	};
}
