/** What comes in about webhook endpoints, their deliveries and events (webhooks.md "Endpoints"). */
import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { lineOfText, overlapSeconds, wholeNumberText } from "../kernel/schemas.ts";
import { EVENT_TYPES } from "../recovery/case/case-state.ts";
import { DELIVERY_STATUSES } from "./endpoint/endpoint.ts";

export const DEFAULT_PAGE_SIZE = 25;

/** As `judgeTarget` has it, which says everything else about a URL. */
const MAX_URL_LENGTH = 2048;
const MAX_DESCRIPTION_LENGTH = 256;

const endpointId = lazy(() =>
	z.string().regex(/^we_[0-9a-f]{32}$/, "must be `we_` and 32 lower-case hex digits"),
);
const eventId = lazy(() =>
	z.string().regex(/^evt_[0-9a-f]{32}$/, "must be `evt_` and 32 lower-case hex digits"),
);

export const endpointParams = lazy(() => z.strictObject({ endpointId: endpointId() }));
export const deliveryParams = lazy(() => z.strictObject({ endpointId: endpointId(), eventId: eventId() }));

const url = lazy(() =>
	z.string("must be a string").max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`).meta({
		description:
			"Where webhooks are sent: https, a host name that is reachable from the internet, no user name, no fragment. Stored in the form that a URL parser writes.",
		example: "https://hooks.example.com/replevin",
	}),
);

const description = lazy(() =>
	lineOfText(MAX_DESCRIPTION_LENGTH)
		.nullable()
		.optional()
		.meta({ description: "What the endpoint is for; shown in lists.", example: "production backend" }),
);

const eventTypes = lazy(() =>
	z
		.array(z.enum(EVENT_TYPES))
		.min(1, "must name at least one type")
		.max(EVENT_TYPES.length, `must name at most ${EVENT_TYPES.length} types`)
		.refine((types) => new Set(types).size === types.length, "must not name a type twice")
		.optional()
		.meta({
			description: "Types of the events to send. A new endpoint gets all types if absent.",
			uniqueItems: true,
			example: ["recovery_case.pending", "recovery_case.executed"],
		}),
);

export const createEndpointBody = lazy(() =>
	z
		.strictObject({
			url: url(),
			description: description(),
			eventTypes: eventTypes(),
		})
		.meta({ id: "WebhookEndpointRequest" }),
);

export const updateEndpointBody = lazy(() =>
	z
		.strictObject({
			url: url().optional(),
			description: description(),
			eventTypes: eventTypes(),
			enabled: z.boolean("must be true or false").optional().meta({
				description:
					"False stops deliveries; until it is true again, events are kept as `skipped`. True starts deliveries again, with a clean record.",
				example: true,
			}),
		})
		.meta({ id: "WebhookEndpointChange", description: "Absent fields stay unchanged." }),
);

export const rotateSecretBody = lazy(() =>
	z
		.strictObject({
			overlapSeconds: overlapSeconds(
				"How long the current secret keeps signing alongside the new one; one day by default.",
			),
		})
		.meta({ id: "WebhookSecretRotation" }),
);

export const recoverBody = lazy(() =>
	z
		.strictObject({
			since: z.iso
				.datetime({
					offset: true,
					error: "must be an ISO 8601 time with a time zone, such as `2026-11-21T09:30:00Z`",
				})
				.meta({
					description: "Only events created at this time or later.",
					example: "2026-11-21T09:30:00.000Z",
				}),
			dryRun: z
				.boolean("must be true or false")
				.default(false)
				.meta({ description: "Only counts the events.", example: true }),
		})
		.meta({ id: "WebhookRecovery" }),
);

const limit = lazy(() =>
	wholeNumberText(1, 100)
		.optional()
		.meta({ description: `Page size; ${DEFAULT_PAGE_SIZE} by default.` }),
);

export const deliveriesQuery = lazy(() =>
	z.strictObject({
		status: z.enum(DELIVERY_STATUSES).optional().meta({ description: "Only deliveries with this status." }),
		limit: limit(),
		cursor: z.string().max(64).optional().meta({ description: "`nextCursor` of the previous page." }),
	}),
);

export const eventsQuery = lazy(() =>
	z.strictObject({
		after: wholeNumberText(0, Number.MAX_SAFE_INTEGER).optional().meta({
			description: "`nextAfter` of the previous call; the list starts with your first event by default.",
		}),
		limit: limit(),
	}),
);
