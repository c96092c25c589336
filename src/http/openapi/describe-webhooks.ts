/** What is sent to an integrator's end point (specification "Events", design/webhooks.md "The request"). */
import { EVENT_TYPES, type EventType } from "../../recovery/case/case-state.ts";
import { EXAMPLE_EVENT_ID, webhookEvent } from "../../webhooks/delivery/webhook-event.ts";
import type { OperationObject, ParameterObject, PathItem } from "./document-types.ts";
import type { SchemaSet } from "./zod-schemas.ts";

const summaries: Record<EventType, string> = {
	"recovery_case.created": "A signed case is on file",
	"recovery_case.pending": "A court order is attached; review and challenge period are under way",
	"recovery_case.rejected": "The case is closed without execution",
	"recovery_case.executed": "The transactions were seen on chain, final",
	"recovery_case.action_required": "Somebody must act; `statusReason` says who and what",
};

const header = (
	name: string,
	description: string,
	example: string,
	{ required = true } = {},
): ParameterObject => ({
	name,
	in: "header",
	required,
	description,
	schema: { type: "string", examples: [example] },
});

const headers = [
	header("Replevin-Webhook-Id", "The event's id.", EXAMPLE_EVENT_ID),
	header(
		"Replevin-Webhook-Timestamp",
		"Unix seconds of this attempt. Refuse one that is more than 300 s away from your clock.",
		"1795253400",
	),
	header(
		"Replevin-Webhook-Signature",
		"`v1=` and the hex HMAC-SHA256 of `{timestamp}.{rawBody}`; newest first and separated by commas, while a secret is being rotated.",
		`v1=${"5d".repeat(32)}`,
	),
	header(
		"Replevin-Webhook-Sequence",
		"Counts the events of the case, from 1: tells their order, in which they need not arrive.",
		"1",
	),
	header(
		"Replevin-Webhook-History-Hash",
		"The hash of the newest entry of the case's history when the event was made; 32 zero bytes in a sample.",
		`0x${"7c".repeat(32)}`,
	),
	header("Replevin-Webhook-Test", "`true` in a sample that its owner asked for; absent otherwise.", "true", {
		required: false,
	}),
	header("webhook-id", "The event's id, for verifiers of Standard Webhooks.", EXAMPLE_EVENT_ID),
	header("webhook-timestamp", "The same unix seconds, for verifiers of Standard Webhooks.", "1795253400"),
	header(
		"webhook-signature",
		"`v1,` and the base64 HMAC-SHA256 of `{id}.{timestamp}.{rawBody}`; two, separated by a space, while the secret is being rotated.",
		`v1,${"XV1d".repeat(10)}XV0=`,
	),
];

export function describeWebhooks(schemas: SchemaSet): Record<string, PathItem> {
	return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeWebhook(type, schemas) }]));
}

function describeWebhook(type: EventType, schemas: SchemaSet): OperationObject {
	const [, event = type] = type.split(".");
	return {
		operationId: `on_${event}`,
		tags: ["Webhooks"],
		summary: summaries[type],
		description:
			"Delivered at least once. The headers carry the brand of the instance, which is `Replevin` unless its operator has set another.",
		security: [],
		parameters: headers,
		requestBody: {
			required: true,
			content: { "application/json": { schema: schemas.response(webhookEvent()) } },
		},
		responses: {
			"2XX": { description: "The event is delivered." },
			"410": { description: "The endpoint is gone: it is disabled, and nothing more is sent there." },
		},
	};
}
