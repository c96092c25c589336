/** What comes in about the audit (auth.md "Audit"). */
import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { wholeNumberText } from "../kernel/schemas.ts";
import { AUDIT_ACTIONS } from "./audit-event.ts";
import { isAuditId } from "./audit-page.ts";

export const DEFAULT_AUDIT_PAGE_SIZE = 25;

const idText = lazy(() =>
	z
		.string()
		.refine(isAuditId, "must be an id, such as `dev_` and 32 hex digits, or the id of a key")
		.optional(),
);

export const auditQuery = lazy(() =>
	z.strictObject({
		action: z.enum(AUDIT_ACTIONS).optional().meta({ description: "Only what was done." }),
		actor: idText().meta({
			description:
				"Only by whom: a developer, an anonymous or a wallet session; of a wallet its address (`wallet:0x…`) finds it too.",
		}),
		target: idText().meta({ description: "Only to what: a developer, a key, a session, an origin." }),
		limit: wholeNumberText(1, 100)
			.optional()
			.meta({ description: `Page size; ${DEFAULT_AUDIT_PAGE_SIZE} if absent.` }),
		cursor: z.string().max(64).optional().meta({ description: "`nextCursor` of the page before." }),
	}),
);
