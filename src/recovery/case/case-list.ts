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
	timestampSchema,
	wholeNumberText,
} from "../../kernel/schemas.ts";
import type { CaseRow, PageKey } from "./case-index.d1.ts";
import { referenceSchema, standingFields } from "./case-schemas.ts";
import { CASE_STATUSES } from "./case-state.ts";

export const chainIdText = lazy(() => wholeNumberText(1, Number.MAX_SAFE_INTEGER));

export const caseListQuery = lazy(() =>
	z.strictObject({
		status: z.enum(CASE_STATUSES).optional(),
		chainId: chainIdText().optional(),
		account: addressSchema().optional().meta({ description: "Matches lostAccount or recoveryAccount." }),
		reference: referenceSchema()
			.optional()
			.meta({ description: "Only cases with this `reference`, which a hosted link gave them." }),
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
			executeAfter: timestampSchema().nullable(),
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
		executeAfter: isoTimeOrNull(row.executeAfter),
		txHash: row.txHash,
		createdAt: isoTime(row.createdAt),
		updatedAt: isoTime(row.updatedAt),
		version: row.version,
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
