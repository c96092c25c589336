/** What comes in and goes out about the audit (auth.md "Audit"). */
import * as z from "zod";
import { isoTime } from "../kernel/iso-time.ts";
import { timestampSchema, wholeNumberText } from "../kernel/schemas.ts";
import { AUDIT_ACTIONS } from "./core/audit-event.ts";
import { type AuditRow, isAuditId } from "./core/audit-page.ts";

export const DEFAULT_AUDIT_PAGE_SIZE = 25;

const idText = z
	.string()
	.refine(isAuditId, "must be an id, such as `dev_` and 32 hex digits, or the id of a key")
	.optional();

export const auditQuery = z.strictObject({
	action: z.enum(AUDIT_ACTIONS).optional().meta({ description: "Only what was done." }),
	actor: idText.meta({ description: "Only by whom: a developer, an anonymous or a wallet session." }),
	target: idText.meta({ description: "Only to what: a developer, a key, a session, an origin." }),
	limit: wholeNumberText(1, 100)
		.optional()
		.meta({ description: `Page size; ${DEFAULT_AUDIT_PAGE_SIZE} if absent.` }),
	cursor: z.string().max(64).optional().meta({ description: "`nextCursor` of the page before." }),
});

export const auditEventSchema = z
	.strictObject({
		at: timestampSchema,
		action: z.string().meta({ description: "The list is open: more may come.", example: "session.opened" }),
		actor: z.string().nullable().meta({ description: "Id of who did it; null for nobody known." }),
		target: z.string().nullable().meta({ description: "Id of what it was done to." }),
		requestId: z.string().meta({ description: "As in the answer's `X-Request-Id`." }),
		ipHash: z
			.string()
			.meta({ description: "The same for calls from the same address; tells nothing of it." }),
	})
	.meta({ id: "AuditEvent" });

export const auditListResponse = z
	.strictObject({
		data: z.array(auditEventSchema),
		nextCursor: z
			.string()
			.nullable()
			.meta({ description: "Give it as `cursor` for the next page; null on the last." }),
	})
	.meta({ id: "AuditEventList" });

export function presentAuditEvent({ seq: _, at, ...event }: AuditRow): z.infer<typeof auditEventSchema> {
	return { ...event, at: isoTime(at) };
}
