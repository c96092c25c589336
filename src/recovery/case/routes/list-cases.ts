import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import type { PrincipalOf } from "../../../http/policies.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import type { CaseFilter } from "../case-filter.ts";
import {
	askedFor,
	caseListQuery,
	caseSummaryOf,
	caseSummaryResponse,
	continuationFields,
	continuationOf,
} from "../case-list.ts";

export const caseListResponse = lazy(() =>
	z
		.strictObject({ data: z.array(caseSummaryResponse()), ...continuationFields() })
		.meta({ id: "RecoveryCaseList" }),
);

/** recovery.md "GET /recovery-cases". */
export const listCases = defineOperation({
	operationId: "listRecoveryCases",
	method: "GET",
	path: "/recovery-cases",
	tag: "Recovery cases",
	summary: doc("List your cases, newest first"),
	description: doc(
		"A wallet session lists the cases that name its account. If a contract proved the session, only the cases on that chain are listed. On a page of an allowlisted origin, only those of the origin's developer are listed.",
	),
	policy: "developer_or_wallet",
	cors: "allowlisted",
	readOnly: true,
	query: caseListQuery,
	responses: { 200: { description: doc("One page of your cases."), schema: caseListResponse } },
	errors: [],
	handler: async ({ query, principal, services }) => {
		const asked = askedFor(query);
		const { filter, after, limit } = asked;
		const page = await services.recovery.list({ ...filter, owner: ownerOf(principal) }, after, limit);
		return { status: 200, body: { data: page.rows.map(caseSummaryOf), ...continuationOf(asked, page) } };
	},
});

function ownerOf(principal: PrincipalOf["developer_or_wallet"]): CaseFilter["owner"] {
	if (principal.kind === "wallet") {
		const { address: walletAddress, chainId: provenOn, page } = principal;
		return { walletAddress, provenOn, through: page?.developerId };
	}
	return { developerId: principal.developerId };
}
