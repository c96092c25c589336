import { defineOperation } from "../../http/operation.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../kernel/seq-cursor.ts";
import { presentAuditEvent } from "../present-audit-events.ts";
import { auditQuery, DEFAULT_AUDIT_PAGE_SIZE } from "../schemas.ts";

/** auth.md "Audit": a reader for reviewers. */
export const listAuditEvents = defineOperation({
	operationId: "listAuditEvents",
	method: "GET",
	path: "/review/audit",
	tag: "Review",
	summary: "List who did what, newest first",
	description: "Ids and hints only: no secret, e-mail address or will is ever written there.",
	policy: "reviewer",
	readOnly: true,
	query: auditQuery,
	responses: { 200: "One page of entries." },
	errors: [],
	handler: async ({ query: { action, actor, target, limit, cursor }, services }) => {
		const { rows, next } = await services.audit.list(
			{ action, actor, target },
			parseSeqCursor("audit", cursor),
			limit === undefined ? DEFAULT_AUDIT_PAGE_SIZE : Number(limit),
		);
		const nextCursor = next === undefined ? null : encodeSeqCursor("audit", next);
		return { status: 200, body: { data: rows.map(presentAuditEvent), nextCursor } };
	},
});
