/** What goes out about the audit (auth.md "Audit"). */
import * as z from "zod";
import { timestampSchema } from "../kernel/schemas.ts";

export const auditEventSchema = z
	.strictObject({
		at: timestampSchema(),
		action: z.string().meta({ description: "The list is open: more may come.", example: "session.opened" }),
		actor: z.string().nullable().meta({
			description:
				"Id of who did it; null for nobody known. A wallet is named by a keyed hash of its address.",
		}),
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
