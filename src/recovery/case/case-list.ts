import * as z from "zod";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { caseIdOf } from "../../kernel/crypto/ids.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import {
	encodeKeyCursor,
	encodeSeqCursor,
	parseKeyCursor,
	parseSeqCursor,
} from "../../kernel/paging/cursors.ts";
import { nextCursorField, pageFields } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import {
	addressSchema,
	chainIdSchema,
	hash32Schema,
	timeField,
	timestampSchema,
	wholeNumberText,
} from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { CASE_SOURCES, CASE_STATUSES, VERIFICATIONS } from "../../protocol/enumerations.ts";
import { RECOVERY_REASONS } from "../../protocol/intent.ts";
import type { CaseFilter } from "./case-filter.ts";
import type { CaseKey, CasePage, CaseRow, PageKey } from "./case-index.d1.ts";
import { answeredAtSchema, jrcHashSchema, referenceSchema, standingFields } from "./case-schemas.ts";

export const chainIdText = lazy(() => wholeNumberText(1, Number.MAX_SAFE_INTEGER));

/** Several values are repeated, or separated by commas. */
const statusesField = lazy(() => {
	const status = z.enum(CASE_STATUSES);
	const named = CASE_STATUSES.map((name) => `\`${name}\``).join(", ");
	return z
		.preprocess(
			(given) => [given].flat().flatMap((text) => (typeof text === "string" ? text.split(",") : [text])),
			z.union([status, z.array(status)], `must be one of ${named}, or several of them`),
		)
		.optional()
		.describe(doc("Only cases with this status, or one of several: `status=created,pending`, or repeated."));
});

export const caseListQuery = lazyObject(() => ({
	status: statusesField(),
	jrcHash: jrcHashSchema().optional().describe(doc("Only the case of this recovery intent.")),
	chainId: chainIdText().optional(),
	account: addressSchema().optional().describe(doc("Matches lostAccount or recoveryAccount.")),
	reference: referenceSchema()
		.optional()
		.describe(doc("Only cases with this `reference`, which the developer or its hosted link gave them.")),
	verification: z
		.enum(VERIFICATIONS)
		.optional()
		.describe(doc("Only cases with a court order that reviewers have verified, or have not verified yet.")),
	executableBefore: timeField()
		.optional()
		.describe(
			doc(
				"Only cases whose `executeAfter` is before this time. With `status=pending` and `verification=verified` these are the cases that may be executed then.",
			),
		),
	createdAfter: timeField().optional().describe(doc("Only cases that were filed after this time.")),
	changedSince: wholeNumberText(0, Number.MAX_SAFE_INTEGER)
		.optional()
		.describe(
			doc(
				"Only cases that have changed since a list that gave this number as `nextChangedSince`, in the order of their changes. Begin with 0.",
			),
		),
	...pageFields(),
}));

export const continuationFields = lazy(() => ({
	nextCursor: nextCursorField(),
	nextChangedSince: z
		.int()
		.nullable()
		.meta({
			description: doc(
				"What to send as `changedSince` next, now or later. Null in a list without `changedSince`.",
			),
			example: 1042,
		}),
}));

export const caseSummaryResponse = lazyObject("RecoveryCaseSummary", () => ({
	...standingFields(),
	source: z.enum(CASE_SOURCES),
	reference: referenceSchema().optional(),
	lostAccount: addressSchema(),
	recoveryAccount: addressSchema(),
	chainId: chainIdSchema(),
	reasonForRecovery: z.enum(RECOVERY_REASONS),
	verification: z
		.enum(VERIFICATIONS)
		.nullable()
		.describe(doc("Whether reviewers have verified the court order. Null without an order.")),
	executeAfter: timestampSchema().nullable(),
	answeredAt: answeredAtSchema(),
	txHash: hash32Schema().nullable(),
	createdAt: timestampSchema(),
	updatedAt: timestampSchema(),
	version: z.int(),
}));

type SummaryField = Exclude<keyof Infer<typeof caseSummaryResponse>, "reference">;
export type CaseSummary = Record<SummaryField, string | number | null> & { reference?: string };

export function caseSummaryOf(row: CaseRow): CaseSummary {
	return {
		caseId: row.caseId,
		jrcHash: row.jrcHash,
		status: row.status,
		statusReason: row.statusReason,
		source: row.source,
		...(row.reference !== null && { reference: row.reference }),
		lostAccount: toChecksumAddress(row.lostAccount),
		recoveryAccount: toChecksumAddress(row.recoveryAccount),
		chainId: row.chainId,
		reasonForRecovery: row.reason,
		verification: row.orderVerification,
		executeAfter: isoTimeOrNull(row.executeAfter),
		answeredAt: isoTimeOrNull(row.answeredAt),
		txHash: row.txHash,
		createdAt: isoTime(row.createdAt),
		updatedAt: isoTime(row.updatedAt),
		version: row.version,
	};
}

/** What both lists of cases ask for. @throws AppError INPUT_VALIDATION_ERROR for a cursor of another list */
export function askedFor({ cursor, limit, ...query }: Infer<typeof caseListQuery>): {
	filter: Omit<CaseFilter, "owner">;
	after: CaseKey | undefined;
	limit: number;
} {
	const { status, jrcHash, chainId, account, reference, verification } = query;
	const changedSince = numberOf(query.changedSince);
	const filter = {
		statuses: status && [...new Set([status].flat())],
		caseId: jrcHash && caseIdOf(jrcHash),
		chainId: numberOf(chainId),
		account: account?.toLowerCase(),
		reference,
		verification,
		executableBefore: timeOf(query.executableBefore),
		createdAfter: timeOf(query.createdAfter),
		changedSince,
	};
	const after = changedSince === undefined ? parseCursor(cursor) : parseSeqCursor("case-changes", cursor);
	return {
		filter,
		after:
			after === undefined
				? undefined
				: { ...NO_KEY, ...(typeof after === "number" ? { changeNumber: after } : after) },
		limit: pageSizeOf(limit),
	};
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

/** A cursor has the part of the key that its list is ordered by. */
const NO_KEY: CaseKey = { createdAt: 0, caseId: "", changeNumber: 0 };

/** How a list goes on. */
export function continuationOf(
	{ filter: { changedSince }, after }: ReturnType<typeof askedFor>,
	page: CasePage,
) {
	const { rows, next } = page;
	if (changedSince === undefined) return { nextCursor: nextCursorOf(next), nextChangedSince: null };
	const last = next ?? rows.at(-1) ?? after;
	return {
		nextCursor: encodeSeqCursor("case-changes", next?.changeNumber),
		nextChangedSince: last?.changeNumber ?? changedSince,
	};
}

/** @throws AppError INPUT_VALIDATION_ERROR for a cursor of another list */
export function parseCursor(cursor: string | undefined): PageKey | undefined {
	const key = parseKeyCursor("rc", cursor);
	return key && { createdAt: key.at, caseId: key.id };
}

export function nextCursorOf(next: PageKey | undefined): string | null {
	return encodeKeyCursor(next && { at: next.createdAt, id: next.caseId });
}
