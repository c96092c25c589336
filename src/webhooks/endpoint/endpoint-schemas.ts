import * as z from "zod";
import { REPLAYED, type Reply } from "../../http/operation.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { breaks } from "../../kernel/schemas/field-rule.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { lineOfText, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { WEBHOOK_EVENT_TYPES } from "../../protocol/enumerations.ts";
import { DISABLED_REASONS, ENDPOINT_STATUSES, type EndpointView } from "./endpoint.ts";
import { MAX_URL_LENGTH } from "./target-rules.ts";

export const MAX_DESCRIPTION_LENGTH = 256;

export const endpointParams = lazyObject(() => ({
	endpointId: z.string().regex(/^we_[0-9a-f]{32}$/, "must be `we_` and 32 lower-case hex digits"),
}));

/** Limits the text that `checkTarget` sees. */
export const targetUrl = lazy(() =>
	z
		.string()
		.max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
		.meta({
			description: doc(
				"Where webhooks are sent: https, a host name that is reachable from the internet, no user name, no fragment. A service on your own machine also accepts http to this machine, such as `http://127.0.0.1:9000/hooks`. Stored in the form that a URL parser writes.",
			),
			example: "https://hooks.example.com/replevin",
		}),
);

export const endpointSettings = lazy(() => ({
	description: lineOfText(MAX_DESCRIPTION_LENGTH)
		.nullable()
		.optional()
		.meta({ description: doc("What the endpoint is for; shown in lists."), example: "production backend" }),
	eventTypes: z
		.array(z.enum(WEBHOOK_EVENT_TYPES))
		.min(1, "must name at least one type")
		.max(WEBHOOK_EVENT_TYPES.length, `must name at most ${WEBHOOK_EVENT_TYPES.length} types`)
		.refine(
			(types) => new Set(types).size === types.length,
			breaks("duplicate", "must not name a type twice"),
		)
		.optional()
		.meta({
			description: doc(
				"Types of the events to send. If absent, a new endpoint gets all `recovery_case` types; those of [watched accounts](/developers/reference/watched-accounts) only if you name them.",
			),
			uniqueItems: true,
			example: ["recovery_case.pending", "recovery_case.executed"],
		}),
}));

export const endpointIdField = lazy(() =>
	z.string().meta({ example: "we_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f" }),
);

const endpointFields = lazy(() => ({
	endpointId: endpointIdField(),
	url: z.string().meta({ example: "https://hooks.example.com/replevin" }),
	description: z.string().nullable().meta({ example: "production backend" }),
	eventTypes: z
		.array(z.enum(WEBHOOK_EVENT_TYPES))
		.describe(doc("Types of the events that are sent to the endpoint.")),
	enabled: z.boolean().describe(doc("False if nothing is sent; `disabledReason` says why.")),
	status: z
		.enum(ENDPOINT_STATUSES)
		.describe(
			doc(
				"`failing`: at least five attempts in a row have failed; one delivery at a time is tried until one succeeds.",
			),
		),
	disabledReason: z
		.enum(DISABLED_REASONS)
		.nullable()
		.describe(
			doc(
				"`by_owner`: `enabled` was set to false. `gone`: the receiver responded with 410. `failing`: no success for five days, in which at least ten events failed. Null if the endpoint is enabled.",
			),
		),
	createdAt: timestampSchema(),
	lastSuccessAt: timestampSchema().nullable().describe(doc("Of an event or a sample of `…/test`.")),
	lastFailureAt: timestampSchema().nullable().describe(doc("Of an event or a sample of `…/test`.")),
	successRate: z
		.number()
		.min(0)
		.max(1)
		.nullable()
		.meta({
			description: doc(
				"Share of successful attempts in the last seven days; null if there were no attempts.",
			),
			example: 0.98,
		}),
	previousSecretEndsAt: timestampSchema()
		.nullable()
		.describe(
			doc("Until when a secret from before a rotation signs too; null if only the newest secret signs."),
		),
}));

export const endpointResponse = lazyObject("WebhookEndpoint", endpointFields);

export const endpointWithSecretResponse = lazyObject(
	{ id: "WebhookEndpointWithSecret", description: doc("An endpoint with its newest secret.") },
	() => ({
		...endpointFields(),
		secret: z
			.string()
			.regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
			.describe(
				doc(
					"Verifies webhooks: the HMAC key is the 32 bytes that the base64 text after `whsec_` decodes to. Shown only once; store it.",
				),
			),
	}),
);

const NOTICE =
	"The secret was in the response to the first request with this Idempotency-Key only. If you do not have it, rotate the endpoint's secret with a new Idempotency-Key, or delete the endpoint and create another.";

/** Response to a repeated request, without the secret. */
export const repeatedEndpointResponse = lazyObject(
	{
		id: "RepeatedWebhookEndpoint",
		description: doc(
			"The endpoint of an earlier request with the same `Idempotency-Key`, without its secret.",
		),
	},
	() => ({
		...endpointFields(),
		notice: z
			.string()
			.meta({ description: doc("For people: what to do without the secret."), example: NOTICE }),
	}),
);

export const rotatedEndpointResponse = lazy(() =>
	z.union([endpointWithSecretResponse(), repeatedEndpointResponse()]),
);

export function replyWithRepeatedEndpoint(view: EndpointView): Reply {
	const body: Infer<typeof repeatedEndpointResponse> = { ...presentEndpoint(view), notice: NOTICE };
	return { status: 200, headers: REPLAYED, body };
}

/** Names every field, so that nothing else is sent. */
export function presentEndpoint(view: EndpointView): Infer<typeof endpointResponse> {
	return {
		endpointId: view.endpointId,
		url: view.url,
		description: view.description,
		eventTypes: view.eventTypes,
		enabled: view.enabled,
		status: view.status,
		disabledReason: view.disabledReason,
		createdAt: isoTime(view.createdAt),
		lastSuccessAt: isoTimeOrNull(view.lastSuccessAt),
		lastFailureAt: isoTimeOrNull(view.lastFailureAt),
		successRate: view.successRate,
		previousSecretEndsAt: isoTimeOrNull(view.previousSecretEndsAt),
	};
}
