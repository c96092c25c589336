import type { Config } from "../config/config.ts";
import { createSealer } from "../kernel/crypto/sealing.ts";
import { createDeadLetterService } from "./dead-letters/dead-letter-service.ts";
import { createDeadLetterRows } from "./dead-letters/dead-letters.d1.ts";
import { createDeliveryService } from "./delivery/delivery-service.ts";
import { createEventFeed } from "./delivery/event-feed.d1.ts";
import type { EndpointOf } from "./endpoint/endpoint-messages.ts";
import { createEndpointService } from "./endpoint/endpoint-service.ts";
import { createEndpointRows } from "./endpoint/endpoints.d1.ts";

export function wireWebhooks(env: Env, config: Config) {
	const endpointOf: EndpointOf = (endpointId) => env.WEBHOOK_ENDPOINTS.getByName(endpointId);
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
		deadLetters: createDeadLetterService(createDeadLetterRows(env.DB), (message) =>
			env.CASE_EVENTS.send(message),
		),
	};
}
