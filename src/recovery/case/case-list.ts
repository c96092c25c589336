import * as z from "zod";
import { toChecksumAddress } from "../../kernel/address.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../kernel/key-cursor.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { pageFields } from "../../kernel/page-fields.ts";
import {
	addressSchema,
	chainIdSchema,
	hash32Schema,
	timeField,
	timestampSchema,
	wholeNumberText,
} from "../../kernel/schemas.ts";
import type { CaseFilter } from "./case-filter.ts";
import type { CaseRow, PageKey } from "./case-index.d1.ts";
import { answeredAtSchema, referenceSchema, standingFields } from "./case-schemas.ts";
import { CASE_STATUSES, VERIFICATIONS } from "./case-state.ts";

export const chainIdText = lazy(() => wholeNumberText(1, Number.MAX_SAFE_INTEGER));

export const caseListQuery = lazy(() =>
	z.strictObject({
		status: z.enum(CASE_STATUSES).optional(),
		chainId: chainIdText().optional(),
		account: addressSchema().optional().meta({ description: "Matches lostAccount or recoveryAccount." }),
		reference: referenceSchema().optional().meta({
			description: "Only cases with this `reference`, which the developer or its hosted link gave them.",
		}),
		verification: z.enum(VERIFICATIONS).optional().meta({
			description: "Only cases with a court order that reviewers have verified, or have not verified yet.",
		}),
		executableBefore: timeField().optional().meta({
			description:
				"Only cases whose `executeAfter` is before this time. With `status=pending` and `verification=verified` these are the cases that may be executed then.",
		}),
		...pageFields(),
	}),
);

export const caseSummaryResponse = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({
			...standingFields(),
			source: z.enum(["api", "hosted", "origin"]),
			reference: referenceSchema().optional(),
			lostAccount: addressSchema(),
			recoveryAccount: addressSchema(),
			chainId: chainIdSchema(),
			reasonForRecovery: z.enum(["lost key", "inheritance", "other"]),
			verification: z.enum(VERIFICATIONS).nullable().meta({
				description: "Whether reviewers have verified the court order. Null without an order.",
			}),
			executeAfter: timestampSchema().nullable(),
			answeredAt: answeredAtSchema(),
			txHash: hash32Schema().nullable(),
			createdAt: timestampSchema(),
			updatedAt: timestampSchema(),
			version: z.int(),
		})
		.meta({ id: "RecoveryCaseSummary" }),
);

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

/** The conditions that both lists of cases have in common. */
export function filterOf(
	query: Omit<Infer<typeof caseListQuery>, "limit" | "cursor">,
): Omit<CaseFilter, "owner"> {
	const { status, chainId, account, reference, verification, executableBefore } = query;
	return {
		status,
		chainId: chainId === undefined ? undefined : Number(chainId),
		account: account?.toLowerCase(),
		reference,
		verification,
		executableBefore: executableBefore === undefined ? undefined : Date.parse(executableBefore),
	};
}

/** @throws AppError INPUT_VALIDATION_ERROR for a cursor of another list */
export function parseCursor(cursor: string | undefined): PageKey | undefined {
	const key = parseKeyCursor("rc", cursor);
	return key && { createdAt: key.at, caseId: key.id };
}

export function nextCursorOf(next: PageKey | undefined): string | null {
	return next ? encodeKeyCursor({ at: next.createdAt, id: next.caseId }) : null;
}
