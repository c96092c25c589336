import { defineOperation } from "../../http/operation.ts";
import { AppError } from "../../kernel/app-error.ts";
import { decodeAuditCursor, encodeAuditCursor } from "../core/audit-page.ts";
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
			cursor === undefined ? undefined : parseCursor(cursor),
			limit === undefined ? DEFAULT_AUDIT_PAGE_SIZE : Number(limit),
		);
		const nextCursor = next === undefined ? null : encodeAuditCursor(next);
		return { status: 200, body: { data: rows.map(presentAuditEvent), nextCursor } };
	},
});

function parseCursor(cursor: string): number {
	const before = decodeAuditCursor(cursor);
	if (before !== undefined) return before;
	throw new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The cursor is not one that this list has answered. Start again without it.",
		details: [{ field: "cursor", message: "must be the `nextCursor` of an earlier page" }],
	});
}
