import * as z from "zod";
import { defineOperation } from "../http/operation.ts";
import { type Infer, lazy } from "../kernel/once.ts";
import { encodeSeqCursor, parseSeqCursor } from "../kernel/paging/cursors.ts";
import { pageFields, pageSchema } from "../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../kernel/paging/paging.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { breaks } from "../kernel/schemas/field-rule.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { timeField, timestampSchema } from "../kernel/schemas/schemas.ts";
import { isoTime } from "../kernel/time/iso-time.ts";
import { AUDIT_ACTIONS, isAuditId } from "./audit-event.ts";
import type { AuditRow } from "./audit-events.d1.ts";

const idText = lazy(() =>
	z
		.string()
		.refine(
			isAuditId,
			breaks("format", "must be an id, such as `dev_` and 32 hex digits, or the id of a key"),
		)
		.optional(),
);

const query = lazyObject(() => ({
	action: z.enum(AUDIT_ACTIONS).optional().describe(doc("Only this action.")),
	actor: idText().describe(
		doc(
			"Only by this caller: a developer, an anonymous session or a wallet session. A wallet is also found by its address (`wallet:0x…`).",
		),
	),
	target: idText().describe(doc("Only on this target: a developer, a key, a session or an origin.")),
	from: timeField().optional().describe(doc("Only at this time or later.")),
	to: timeField().optional().describe(doc("Only before this time.")),
	...pageFields(),
}));

const auditEvent = lazyObject("AuditEvent", () => ({
	at: timestampSchema(),
	action: z.string().meta({
		description: doc("More actions may be added to this list."),
		example: doc("session.opened"),
	}),
	actor: z
		.string()
		.nullable()
		.describe(doc("Id of the caller; null if unknown. A wallet appears as a keyed hash of its address.")),
	target: z.string().nullable().describe(doc("Id of what the action changed.")),
	requestId: z.string().describe(doc("The `X-Request-Id` of that request's response.")),
	ipHash: z
		.string()
		.describe(
			doc(
				"Keyed hash of the client's address: equal for equal addresses, and not reversible. `many` for refusals that were counted together, because an hour had too many networks.",
			),
		),
	count: z
		.int()
		.min(1)
		.describe(
			doc(
				"More than 1 for refusals: the event counts those of one action, client network and hour. `at` is the time of the first; actor, target and request are those of the newest.",
			),
		),
}));

export const listAuditEventsResponse = pageSchema("AuditEventList", auditEvent);

/** auth.md "Audit". */
export const listAuditEvents = defineOperation({
	operationId: "listAuditEvents",
	method: "GET",
	path: "/review/audit",
	tag: "Review",
	summary: doc("List audit events, newest first"),
	description: doc("Events hold ids and hints only, never a secret, an e-mail address or a document."),
	policy: "reviewer",
	readOnly: true,
	query,
	responses: { 200: { description: doc("One page of audit events."), schema: listAuditEventsResponse } },
	handler: async ({ query: { action, actor, target, from, to, limit, cursor }, services }) => {
		const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
		const { rows, next } = await services.audit.list(
			{ action, actor, target, from: timeOf(from), to: timeOf(to) },
			parseSeqCursor("audit", cursor),
			pageSizeOf(limit),
		);
		const nextCursor = encodeSeqCursor("audit", next);
		return { status: 200, body: { data: rows.map(presentAuditEvent), nextCursor } };
	},
});

function presentAuditEvent({ seq: _, at, ...event }: AuditRow): Infer<typeof auditEvent> {
	return { ...event, at: isoTime(at) };
}
