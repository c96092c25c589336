/** What goes out about webhook endpoints, their deliveries and events (webhooks.md "Endpoints"). */
import * as z from "zod";
import { webhookEnvelope } from "../http/openapi/describe-webhooks.ts";
import { timestampSchema } from "../kernel/schemas.ts";
import { EVENT_TYPES } from "../recovery/case/case-state.ts";
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
	eventTypes: z.array(z.enum(EVENT_TYPES)).meta({ description: "The types that are sent there." }),
	enabled: z.boolean().meta({ description: "False while nothing is sent; `disabledReason` says why." }),
	status: z.enum(ENDPOINT_STATUSES).meta({
		description:
			"`failing` after five failures in a row, until one gets through; one delivery at a time is tried meanwhile.",
	}),
	disabledReason: z.enum(DISABLED_REASONS).nullable().meta({
		description: "By its owner; by an answer 410; by five days without a success. Null while it is enabled.",
	}),
	createdAt: timestampSchema(),
	lastSuccessAt: timestampSchema().nullable(),
	lastFailureAt: timestampSchema().nullable(),
	successRate: z.number().min(0).max(1).nullable().meta({
		description: "Share of successful attempts of the last seven days; null where there were none.",
		example: 0.98,
	}),
	previousSecretEndsAt: timestampSchema().nullable().meta({
		description: "Until then the secret before the last rotation signs too; null where it does not.",
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
					"Verifies what is sent: the key is what follows `whsec_`, in base64. Shown this once; store it.",
			}),
	})
	.meta({ id: "WebhookEndpointWithSecret", description: "An endpoint with its newest secret." });

export const removedEndpointResponse = z.strictObject({ endpointId }).meta({ id: "RemovedWebhookEndpoint" });

const attemptSchema = z
	.strictObject({
		at: timestampSchema(),
		httpStatus: z.int().nullable().meta({ description: "Null where no answer came." }),
		durationMs: z.int().meta({ description: "To the end of the answer." }),
		error: z.enum(ATTEMPT_ERRORS).nullable().meta({
			description:
				"Why there is no answer, or a good one was not enough. `interrupted`: the service did not live to see the end of it. `target_refused`: webhooks may not go there any more.",
		}),
		responseExcerpt: z
			.string()
			.nullable()
			.meta({ description: "The first 4 KiB of the answer's body; null where none came." }),
	})
	.meta({ id: "WebhookAttempt" });

export const testResponse = z
	.strictObject({
		eventId,
		delivered: z.boolean().meta({ description: "Whether a 2xx came in time." }),
		attempt: attemptSchema,
	})
	.meta({ id: "WebhookTest" });

export const deliveryResponse = z
	.strictObject({
		eventId,
		type: z.enum(EVENT_TYPES),
		status: z.enum(DELIVERY_STATUSES).meta({
			description:
				"`waiting` for its next attempt; `failed` after the last one; `skipped`: it came while the endpoint was disabled.",
		}),
		attempts: z.array(attemptSchema).meta({ description: "The oldest first." }),
		nextAttemptAt: timestampSchema().nullable().meta({ description: "Null where none is to come." }),
	})
	.meta({ id: "WebhookDelivery" });

export const deliveryListResponse = z
	.strictObject({
		data: z.array(deliveryResponse),
		nextCursor: z
			.string()
			.nullable()
			.meta({ description: "Give it as `cursor` for the next page; null on the last." }),
	})
	.meta({ id: "WebhookDeliveryList" });

export const recoveredResponse = z
	.strictObject({
		count: z.int().meta({ description: "How many events are sent again, or would be." }),
		hasMore: z.boolean().meta({ description: "There are more than the 10,000 that one call takes." }),
		dryRun: z.boolean().meta({ description: "True where they were only counted." }),
	})
	.meta({ id: "WebhookRecoveryResult" });

export const eventListResponse = z
	.strictObject({
		data: z.array(
			z.strictObject({
				seq: z.int().meta({
					description: "Grows from event to event, with gaps.",
					example: 42,
				}),
				event: webhookEnvelope,
			}),
		),
		nextAfter: z.int().meta({
			description:
				"Give it as `after` the next time, now or in an hour: it is the last `seq` of this page, or the `after` of this call where there is nothing new.",
			example: 42,
		}),
	})
	.meta({ id: "EventList" });
