import { defineOperation } from "../../../http/operation.ts";
import type { PrincipalOf } from "../../../http/policies.ts";
import { DEFAULT_PAGE_SIZE, listQuery } from "../../schemas.ts";
import type { CaseFilter } from "../case-index.ts";
import { nextCursorOf, parseCursor } from "../page-cursor.ts";
import { summaryOf } from "../present-cases.ts";

/** Specification "Recovery cases"; recovery.md "GET /recovery-cases". */
export const listCases = defineOperation({
	operationId: "listRecoveryCases",
	method: "GET",
	path: "/recovery-cases",
	tag: "Recovery cases",
	summary: "List your cases, newest first",
	description:
		"A wallet session lists the cases that name its account. If a contract proved the session, only the cases on that chain are listed.",
	policy: "developer_or_wallet",
	readOnly: true,
	query: listQuery,
	responses: { 200: "One page of your cases." },
	errors: [],
	handler: async ({ query, principal, services }) => {
		const { status, chainId, account, limit, cursor } = query;
		const { rows, next } = await services.recovery.list(
			{
				of: ownerOf(principal),
				status,
				chainId: chainId === undefined ? undefined : Number(chainId),
				account: account?.toLowerCase(),
			},
			parseCursor(cursor),
			limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit),
		);
		return { status: 200, body: { data: rows.map(summaryOf), nextCursor: nextCursorOf(next) } };
	},
});

function ownerOf(principal: PrincipalOf["developer_or_wallet"]): CaseFilter["of"] {
	if (principal.kind === "wallet") return { walletAddress: principal.address, provenOn: principal.chainId };
	return { developerId: principal.developerId };
}
