/** What is sent to an integrator's end point (specification "Events", design/webhooks.md "The request"). */
import * as z from "zod";
import { hash32Schema, timestampSchema } from "../../kernel/schemas.ts";
import {
	ACTION_REASONS,
	CASE_STATUSES,
	EVENT_TYPES,
	type EventType,
	REJECTION_REASONS,
} from "../../recovery/case/case-state.ts";
import type { OperationObject, ParameterObject, PathItem } from "./document-types.ts";
import type { SchemaSet } from "./zod-schemas.ts";

const EVENT_ID = "evt_0a1b2c3d4e5f60718293a4b5c6d7e8f9";

export const webhookEnvelope = z
	.strictObject({
		id: z
			.string()
			.regex(/^evt_[0-9a-f]{32}$/)
			.meta({
				description: "The same at every attempt: the key by which to recognise a repeated delivery.",
				example: EVENT_ID,
			}),
		type: z.enum(EVENT_TYPES),
		createdAt: timestampSchema(),
		data: z.strictObject({
			caseId: z.string().meta({ example: "rc_74ac76c7f29219667d32ccbdbc8a780f" }),
			jrcHash: hash32Schema(),
			status: z.enum(CASE_STATUSES),
			txHash: hash32Schema().nullable().meta({ description: "Null until the transactions are executed." }),
			statusReason: z
				.enum([...ACTION_REASONS, ...REJECTION_REASONS])
				.nullable()
				.meta({ description: "Why the case stands where it does; null where nothing is unusual." }),
		}),
	})
	.meta({ id: "WebhookEvent", description: "One change of a recovery case." });

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
	header("Replevin-Webhook-Id", "The event's id.", EVENT_ID),
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
	header("webhook-id", "The event's id, for verifiers of Standard Webhooks.", EVENT_ID),
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
			content: { "application/json": { schema: schemas.response(webhookEnvelope) } },
		},
		responses: {
			"2XX": { description: "The event is delivered." },
			"410": { description: "The endpoint is gone: it is disabled, and nothing more is sent there." },
		},
	};
}
