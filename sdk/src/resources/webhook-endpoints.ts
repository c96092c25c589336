import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import { List } from "../client/pages.ts";
import type * as api from "../generated/api.ts";
import { verifyWebhook } from "../webhooks.ts";
import { Resource } from "./resource.ts";

/** Webhook endpoints, their deliveries, and the check of what they receive. */
export class Webhooks extends Resource {
	/** Verifies a request that your endpoint has received: see `verifyWebhook`. */
	readonly verify: typeof verifyWebhook = verifyWebhook;

	/** Registers an endpoint. Its `secret` is in this response only: a repetition has a `notice` instead. */
	create(
		body: Input<api.WebhookEndpointRequest>,
		options?: RequestOptions,
	): ApiPromise<api.WebhookEndpointWithSecret | api.RepeatedWebhookEndpoint> {
		return this.call("createWebhookEndpoint", { body }, options);
	}

	/** Your endpoints, oldest first. */
	list(options?: RequestOptions): ApiPromise<api.WebhookEndpointList> {
		return this.call("listWebhookEndpoints", {}, options);
	}

	/** An endpoint with its health. */
	get(endpointId: string, options?: RequestOptions): ApiPromise<api.WebhookEndpoint> {
		return this.call("getWebhookEndpoint", { path: { endpointId } }, options);
	}

	/** Changes the named fields. `{ enabled: true }` enables a disabled endpoint. */
	update(
		endpointId: string,
		body: Input<api.WebhookEndpointChange>,
		options?: RequestOptions,
	): ApiPromise<api.WebhookEndpoint> {
		return this.call("updateWebhookEndpoint", { path: { endpointId }, body }, options);
	}

	/** Stops deliveries at once, and deletes them. */
	delete(endpointId: string, options?: RequestOptions): ApiPromise<api.RemovedWebhookEndpoint> {
		return this.call("deleteWebhookEndpoint", { path: { endpointId } }, options);
	}

	/** Makes a new secret. The old one signs as well until the overlap ends. */
	rotateSecret(
		endpointId: string,
		body: Input<api.WebhookSecretRotation> = {},
		options?: RequestOptions,
	): ApiPromise<api.Operations["rotateWebhookSecret"]["result"]> {
		return this.call("rotateWebhookSecret", { path: { endpointId }, body }, options);
	}

	/** Sends a sample, and returns your endpoint's response. */
	test(endpointId: string, options?: RequestOptions): ApiPromise<api.WebhookTest> {
		return this.call("testWebhookEndpoint", { path: { endpointId } }, options);
	}

	/** The deliveries of an endpoint with all attempts, newest first. */
	deliveries(
		endpointId: string,
		query: api.Operations["listWebhookDeliveries"]["query"] = {},
		options?: RequestOptions,
	): List<api.WebhookDeliveryList> {
		return new List((more) =>
			this.call("listWebhookDeliveries", { path: { endpointId }, query: { ...query, ...more } }, options),
		);
	}

	/** One delivery with the headers and the exact body of its request. */
	delivery(
		endpointId: string,
		eventId: string,
		options?: RequestOptions,
	): ApiPromise<api.WebhookDeliveryDetail> {
		return this.call("getWebhookDelivery", { path: { endpointId, eventId } }, options);
	}

	/** Sends an event again now. */
	redeliver(endpointId: string, eventId: string, options?: RequestOptions): ApiPromise<api.WebhookDelivery> {
		return this.call("redeliverWebhookEvent", { path: { endpointId, eventId } }, options);
	}

	/** Sends the failed and skipped events since a time. */
	recover(
		endpointId: string,
		body: Input<api.WebhookRecovery>,
		options?: RequestOptions,
	): ApiPromise<api.WebhookRecoveryResult> {
		return this.call("recoverWebhookEvents", { path: { endpointId }, body }, options);
	}
}
