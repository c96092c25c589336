import type * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { toChecksumAddress } from "../../kernel/address.ts";
import { AppError } from "../../kernel/app-error.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import type { CaseRow } from "../case-index.ts";
import { decodeCursor, encodeCursor } from "../core/cursor.ts";
import { caseListResponse, caseSummary } from "../response-schemas.ts";
import { DEFAULT_PAGE_SIZE, listQuery } from "../schemas.ts";

/** Specification "Recovery cases"; recovery.md "GET /recovery-cases". */
export const listCases = defineOperation({
	operationId: "listRecoveryCases",
	method: "GET",
	path: "/recovery-cases",
	tag: "Recovery cases",
	summary: "List your cases, newest first",
	policy: "developer",
	readOnly: true,
	query: listQuery,
	responses: { 200: { description: "One page of your own cases.", schema: caseListResponse } },
	errors: [],
	handler: async ({ query, principal, services }) => {
		const { status, chainId, account, limit, cursor } = query;
		const { rows, next } = await services.recovery.list(
			{
				developerId: principal.developerId,
				status,
				chainId: chainId === undefined ? undefined : Number(chainId),
				account: account?.toLowerCase(),
			},
			cursor === undefined ? null : parseCursor(cursor),
			limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit),
		);
		return { status: 200, body: { data: rows.map(summaryOf), nextCursor: next && encodeCursor(next) } };
	},
});

function parseCursor(cursor: string) {
	const key = decodeCursor(cursor);
	if (key) return key;
	throw new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The cursor is not one that this list has answered. Start again without it.",
		details: [{ field: "cursor", message: "must be the `nextCursor` of an earlier page" }],
	});
}

function summaryOf(row: CaseRow): z.infer<typeof caseSummary> {
	return caseSummary.parse({
		caseId: row.caseId,
		jrcHash: row.jrcHash,
		status: row.status,
		statusReason: row.statusReason,
		source: row.source,
		lostAccount: toChecksumAddress(row.lostAccount),
		recoveryAccount: toChecksumAddress(row.recoveryAccount),
		chainId: row.chainId,
		reasonForRecovery: row.reason,
		executeAfter: isoTimeOrNull(row.executeAfter),
		txHash: row.txHash,
		createdAt: isoTime(row.createdAt),
		updatedAt: isoTime(row.updatedAt),
		version: row.version,
	});
}
