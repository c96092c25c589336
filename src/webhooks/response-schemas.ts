/** What goes out about webhook endpoints, their deliveries and events (webhooks.md "Endpoints"). */
import * as z from "zod";
import { timestampSchema } from "../kernel/schemas.ts";
import { EVENT_TYPES } from "../recovery/case/case-state.ts";
import { webhookEvent } from "./delivery/webhook-event.ts";
import {
	ATTEMPT_ERRORS,
	DELIVERY_STATUSES,
	DISABLED_REASONS,
	ENDPOINT_STATUSES,
} from "./endpoint/endpoint.ts";

const endpointId = z.string().meta({ example: "we_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f" });
const eventId = z.string().meta({ example: "evt_0a1b2c3d4e5f60718293a4b5c6d7e8f9" });

const endpointFields = {
	endpointId,
	url: z.string().meta({ example: "https://hooks.example.com/replevin" }),
	description: z.string().nullable().meta({ example: "production backend" }),
	eventTypes: z
		.array(z.enum(EVENT_TYPES))
		.meta({ description: "Types of the events that are sent to the endpoint." }),
	enabled: z.boolean().meta({ description: "False if nothing is sent; `disabledReason` says why." }),
	status: z.enum(ENDPOINT_STATUSES).meta({
		description:
			"`failing`: at least five attempts in a row have failed; one delivery at a time is tried until one succeeds.",
	}),
	disabledReason: z.enum(DISABLED_REASONS).nullable().meta({
		description:
			"`by_owner`: `enabled` was set to false. `gone`: the receiver responded with 410. `failing`: no success for five days. Null if the endpoint is enabled.",
	}),
	createdAt: timestampSchema(),
	lastSuccessAt: timestampSchema().nullable(),
	lastFailureAt: timestampSchema().nullable(),
	successRate: z.number().min(0).max(1).nullable().meta({
		description: "Share of successful attempts in the last seven days; null if there were no attempts.",
		example: 0.98,
	}),
	previousSecretEndsAt: timestampSchema().nullable().meta({
		description:
			"Until when a secret from before a rotation signs too; null if only the newest secret signs.",
	}),
};

export const endpointResponse = z.strictObject(endpointFields).meta({ id: "WebhookEndpoint" });

export const endpointListResponse = z
	.strictObject({ data: z.array(endpointResponse) })
	.meta({ id: "WebhookEndpointList" });

export const endpointWithSecretResponse = z
	.strictObject({
		...endpointFields,
		secret: z
			.string()
			.regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
			.meta({
				description:
					"Verifies webhooks: the HMAC key is the base64 text after `whsec_`. Shown only once; store it.",
			}),
	})
	.meta({ id: "WebhookEndpointWithSecret", description: "An endpoint with its newest secret." });

export const removedEndpointResponse = z.strictObject({ endpointId }).meta({ id: "RemovedWebhookEndpoint" });

const attemptSchema = z
	.strictObject({
		at: timestampSchema(),
		httpStatus: z.int().nullable().meta({ description: "Null if there was no response." }),
		durationMs: z.int().meta({ description: "Until the end of the response." }),
		error: z.enum(ATTEMPT_ERRORS).nullable().meta({
			description:
				"Why there is no response, or why a 2xx response did not count. `timeout`: the response was not complete within 15 seconds. `connection_failed`: the connection failed. `target_refused`: the URL is no longer allowed. `secret_unavailable`: the service could not open the secret, which does not count against the endpoint. `interrupted`: the service stopped during the attempt.",
		}),
		responseExcerpt: z
			.string()
			.nullable()
			.meta({ description: "First 4 KiB of the response body; null if there was none." }),
	})
	.meta({ id: "WebhookAttempt" });

export const testResponse = z
	.strictObject({
		eventId,
		delivered: z
			.boolean()
			.meta({ description: "True if the receiver responded with 2xx within 15 seconds." }),
		attempt: attemptSchema,
	})
	.meta({ id: "WebhookTest" });

export const deliveryResponse = z
	.strictObject({
		eventId,
		type: z.enum(EVENT_TYPES),
		status: z.enum(DELIVERY_STATUSES).meta({
			description:
				"`waiting`: for its next attempt. `delivered`: the receiver responded with 2xx. `failed`: all attempts failed. `skipped`: the endpoint was disabled.",
		}),
		attempts: z.array(attemptSchema).meta({ description: "Oldest first." }),
		nextAttemptAt: timestampSchema().nullable().meta({ description: "Null if there is no next attempt." }),
	})
	.meta({ id: "WebhookDelivery" });

export const deliveryListResponse = z
	.strictObject({
		data: z.array(deliveryResponse),
		nextCursor: z
			.string()
			.nullable()
			.meta({ description: "Pass it as `cursor` to get the next page; null on the last page." }),
	})
	.meta({ id: "WebhookDeliveryList" });

export const recoveredResponse = z
	.strictObject({
		count: z.int().meta({ description: "Number of events that are sent again, or would be." }),
		hasMore: z.boolean().meta({ description: "True if there are more events than the 10,000 of one call." }),
		dryRun: z.boolean().meta({ description: "True if the events were only counted." }),
	})
	.meta({ id: "WebhookRecoveryResult" });

export const eventListResponse = z
	.strictObject({
		data: z.array(
			z.strictObject({
				seq: z.int().meta({
					description: "Increases from event to event, with gaps.",
					example: 42,
				}),
				event: webhookEvent(),
			}),
		),
		nextAfter: z.int().meta({
			description:
				"Pass it as `after` in the next call, at any time. It is the last `seq` of this page, or the `after` of this call if the page is empty.",
			example: 42,
		}),
	})
	.meta({ id: "EventList" });
