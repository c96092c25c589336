import type { ErrorTable } from "../kernel/errors/failure.ts";
import { budgetErrorOptions } from "../quota/errors.ts";
import type { EndpointFailure } from "./endpoint/endpoint-messages.ts";

/** The errors of an endpoint's object. */
export const webhookErrors: ErrorTable<EndpointFailure> = {
	not_found: {
		code: "RESOURCE_NOT_FOUND",
		message: "Your account has no webhook endpoint with this id. List your endpoints to see their ids.",
	},
	unknown_event: {
		code: "RESOURCE_NOT_FOUND",
		message:
			"This endpoint has no delivery of this event: the event was never sent to it, or its delivery was deleted 30 days after it finished. `GET /events` lists all your events.",
	},
	disabled: {
		code: "WEBHOOK_ENDPOINT_DISABLED",
		message:
			'The endpoint is disabled, so nothing is sent to it. Enable it with `PATCH` and `{ "enabled": true }`, then retry.',
	},
	older_key: {
		code: "SERVICE_UNAVAILABLE",
		message:
			"The service is rotating its own keys and could not store a new secret. Nothing was changed; retry after the time in Retry-After.",
		retryAfterSeconds: 5,
	},
	budget_exhausted: budgetErrorOptions,
};
