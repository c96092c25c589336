import { defineOperation } from "../../../http/operation.ts";
import { isoTimeOrNull } from "../../../kernel/iso-time.ts";
import { DEFAULT_PAGE_SIZE, noticesQuery } from "../../schemas.ts";
import { nextCursorOf, parseCursor } from "../page-cursor.ts";

/** recovery.md "Beyond the specification": what the owner of an account may want to contest. */
export const listNotices = defineOperation({
	operationId: "listNotices",
	method: "GET",
	path: "/notices",
	tag: "Recovery cases",
	summary: "Find open cases that name an account as lost",
	policy: "public",
	readOnly: true,
	rateLimited: true,
	query: noticesQuery,
	responses: { 200: "One page of open cases, oldest first." },
	errors: [],
	handler: async ({ query, services }) => {
		const { chainId, account, limit, cursor } = query;
		const { rows, next } = await services.recovery.notices(
			{ chainId: Number(chainId), account },
			parseCursor(cursor),
			limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit),
		);
		const data = rows.map(({ caseId, jrcHash, status, executeAfter }) => ({
			caseId,
			jrcHash,
			status,
			executeAfter: isoTimeOrNull(executeAfter),
		}));
		return { status: 200, body: { data, nextCursor: nextCursorOf(next) } };
	},
});
