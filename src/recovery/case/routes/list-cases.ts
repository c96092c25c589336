import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import type { PrincipalOf } from "../../../http/policies.ts";
import { lazy } from "../../../kernel/once.ts";
import { nextCursorField } from "../../../kernel/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging.ts";
import type { CaseFilter } from "../case-filter.ts";
import {
	caseListQuery,
	caseSummaryOf,
	caseSummaryResponse,
	filterOf,
	nextCursorOf,
	parseCursor,
} from "../case-list.ts";

export const caseListResponse = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({ data: z.array(caseSummaryResponse()), nextCursor: nextCursorField() })
		.meta({ id: "RecoveryCaseList" }),
);

export const listCasesDescription =
	"A wallet session lists the cases that name its account. If a contract proved the session, only the cases on that chain are listed. On a page of an allowlisted origin, only those of the origin's developer are listed.";

/** recovery.md "GET /recovery-cases". */
export const listCases = defineOperation({
	operationId: "listRecoveryCases",
	method: "GET",
	path: "/recovery-cases",
	tag: "Recovery cases",
	summary: "List your cases, newest first",
	policy: "developer_or_wallet",
	cors: "allowlisted",
	readOnly: true,
	query: caseListQuery,
	responses: { 200: "One page of your cases." },
	errors: [],
	handler: async ({ query, principal, services }) => {
		const { limit, cursor, ...conditions } = query;
		const filter: CaseFilter = { owner: ownerOf(principal), ...filterOf(conditions) };
		const { rows, next } = await services.recovery.list(filter, parseCursor(cursor), pageSizeOf(limit));
		return { status: 200, body: { data: rows.map(caseSummaryOf), nextCursor: nextCursorOf(next) } };
	},
});

function ownerOf(principal: PrincipalOf["developer_or_wallet"]): CaseFilter["owner"] {
	if (principal.kind === "wallet") {
		const { address: walletAddress, chainId: provenOn, page } = principal;
		return { walletAddress, provenOn, through: page?.developerId };
	}
	return { developerId: principal.developerId };
}
