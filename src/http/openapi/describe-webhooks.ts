/** Describes the webhooks that partners receive (specification.md "Events", webhooks.md "The request"). */
import { EVENT_TYPES, WEBHOOK_EVENT_TYPES, type WebhookEventType } from "../../protocol/enumerations.ts";
import {
	FAILED_EVENTS_TO_DISABLE,
	FAILING_TO_DISABLE_MS,
	FAILURES_TO_OPEN,
	FIRST_PROBE_WAIT_MS,
	MAX_PROBE_WAIT_MS,
} from "../../webhooks/delivery/endpoint-health.ts";
import {
	ATTEMPT_TIMEOUT_MS,
	JITTER,
	MAX_ATTEMPTS,
	MAX_RETRY_AFTER_MS,
	WAITS_MS,
} from "../../webhooks/delivery/schedule.ts";
import { TOLERANCE_SECONDS } from "../../webhooks/delivery/signing.ts";
import { accountEvent, caseEvent } from "../../webhooks/delivery/webhook-event.ts";
import type { OperationObject, ParameterObject, PathItem } from "./document-types.ts";
import { type RecordedExamples, recordedExamples } from "./recorded-examples.ts";
import type { SchemaSet } from "./zod-schemas.ts";

const summaries: Record<WebhookEventType, string> = {
	"recovery_case.created":
		"A signed case waits for its court order: it was filed, or a reviewer has ended its halt",
	"recovery_case.pending":
		"A court order is attached; `phase` tells whether it is verified, and whether execution may begin",
	"recovery_case.rejected": "The case was closed without execution",
	"recovery_case.executed": "The transactions are final on chain",
	"recovery_case.action_required": "Someone must act; `statusReason` tells who and why",
	"account.claimed":
		"A case was filed that names an account that you watch; only if the endpoint names the type",
	"account.claim_changed": "Such a case has a further event; only if the endpoint names the type",
	"account.recovery_scheduled":
		"The recovery module has scheduled a recovery of such an account that no case allows; only if the endpoint names the type",
};

const header = (name: string, description: string): ParameterObject => ({
	name,
	in: "header",
	required: true,
	description,
	schema: { type: "string" },
});

const headers = [
	header("Replevin-Webhook-Id", "The event's id."),
	header(
		"Replevin-Webhook-Timestamp",
		`Unix seconds of this attempt. Reject a request whose timestamp differs from your clock by more than ${TOLERANCE_SECONDS} s.`,
	),
	header(
		"Replevin-Webhook-Signature",
		"`v1=` and the hex HMAC-SHA256 of `{timestamp}.{rawBody}`; newest first and separated by commas, while a secret is being rotated.",
	),
	header("webhook-id", "The event's id, for verifiers of Standard Webhooks."),
	header("webhook-timestamp", "The same unix seconds, for verifiers of Standard Webhooks."),
	header(
		"webhook-signature",
		"`v1,` and the base64 HMAC-SHA256 of `{id}.{timestamp}.{rawBody}`; two, separated by a space, while the secret is being rotated.",
	),
];

export function describeWebhooks(schemas: SchemaSet): Record<string, PathItem> {
	return Object.fromEntries(
		WEBHOOK_EVENT_TYPES.map((type) => [type, { post: describeWebhook(type, schemas) }]),
	);
}

function describeWebhook(type: WebhookEventType, schemas: SchemaSet): OperationObject {
	const [, event = type] = type.split(".");
	const recorded = recordedExamples.events[type];
	return {
		operationId: `on_${event}`,
		tags: ["Webhooks"],
		summary: summaries[type],
		description: "Delivered as the tag “Webhooks” of this document says.",
		security: [],
		parameters: headers.map((parameter) => ({ ...parameter, ...exampleOfHeader(recorded, parameter) })),
		requestBody: {
			required: true,
			content: {
				"application/json": {
					schema: schemas.response(isOfCase(type) ? caseEvent() : accountEvent()),
					...(recorded && { example: recorded.body }),
				},
			},
		},
		responses: {
			"2XX": { description: "The event is delivered." },
			"410": { description: "The endpoint is gone. The service disables it and sends nothing more." },
		},
	};
}

function exampleOfHeader(
	recorded: RecordedExamples["events"][string] | undefined,
	{ name }: ParameterObject,
): { example?: string } {
	const example = recorded?.headers[name];
	return example === undefined ? {} : { example };
}

const isOfCase = (type: WebhookEventType) => EVENT_TYPES.some((known) => known === type);

const SECOND_MS = 1000;
const UNITS = [
	["day", 24 * 60 * 60 * SECOND_MS],
	["hour", 60 * 60 * SECOND_MS],
	["minute", 60 * SECOND_MS],
	["second", SECOND_MS],
] as const;

/** `5 minutes`; days only from two on. */
function inWords(ms: number): string {
	const isWhole = ([name, unit]: (typeof UNITS)[number]) => ms % unit === 0 && (name !== "day" || ms > unit);
	const [name, unit] = UNITS.find(isWhole) ?? ["millisecond", 1];
	return `${ms / unit} ${name}${ms === unit ? "" : "s"}`;
}

/** How webhooks are delivered, with the numbers of the code (webhooks.md "Attempts"). */
export function deliveryText(): string {
	const [, ...retries] = WAITS_MS;
	const hours = Math.floor(WAITS_MS.reduce((sum, wait) => sum + wait, 0) / (60 * 60 * SECOND_MS));
	return `Delivered at least once, and not always in order: ignore an event whose \`id\` you have already processed, and order the events of a case by their sequence. Ignore members and types that you do not know: a later version of the service may add some.

**Verify** the signature over the raw body before you parse it, in constant time, and reject a timestamp that differs from your clock by more than ${TOLERANCE_SECONDS} seconds. The signatures of the example are valid for its body without white space and the secret in the example of \`createWebhookEndpoint\`.

**Respond** with any 2xx within ${inWords(ATTEMPT_TIMEOUT_MS)}. Everything else is a failure, redirects included. 410 disables the endpoint.

**Retries:** ${MAX_ATTEMPTS} attempts in about ${hours} hours. The first is immediate; the others follow after ${listOf(retries.map(inWords))}, each plus up to ${100 * JITTER} %. \`Retry-After\` is respected up to ${inWords(MAX_RETRY_AFTER_MS)}. After ${FAILURES_TO_OPEN} failures in a row the service tries one delivery at a time, after ${inWords(FIRST_PROBE_WAIT_MS)} and then up to ${inWords(MAX_PROBE_WAIT_MS)}, until a delivery succeeds; the others wait without using up attempts.

**Disabling:** an endpoint without a success for ${inWords(FAILING_TO_DISABLE_MS)}, at which at least ${FAILED_EVENTS_TO_DISABLE} different events have failed, is disabled (\`disabledReason\`: \`failing\`). Enable it with \`updateWebhookEndpoint\`, then \`recoverWebhookEvents\` sends the events that it has missed; \`listEvents\` has every event at any time.

The header names begin with the brand of the instance, \`Replevin\` by default.`;
}

function listOf(items: readonly string[]): string {
	return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
