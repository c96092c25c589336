/** Makes of a row of the list index what goes out. */
import type * as z from "zod";
import { toChecksumAddress } from "../../kernel/address.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import type { caseSummary } from "../response-schemas.ts";
import type { CaseRow } from "./case-index.ts";

/** Every field of the schema and no other; their values are copies of what the case's object holds. */
type Summary = Record<keyof z.infer<typeof caseSummary>, string | number | null>;

export function summaryOf(row: CaseRow): Summary {
	return {
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
	};
}

/** For reviewers, who also see whose case it is. */
export function reviewedSummaryOf(row: CaseRow): Summary & { developerId: string | null } {
	return { ...summaryOf(row), developerId: row.developerId };
}
