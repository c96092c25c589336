/** Makes of an entry of the audit what goes out. */
import type * as z from "zod";
import { isoTime } from "../kernel/iso-time.ts";
import type { AuditRow } from "./audit-page.ts";
import type { auditEventSchema } from "./response-schemas.ts";

export function presentAuditEvent({ seq: _, at, ...event }: AuditRow): z.infer<typeof auditEventSchema> {
	return { ...event, at: isoTime(at) };
}
