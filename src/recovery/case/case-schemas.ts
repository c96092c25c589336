import * as z from "zod";
import { caseIdOfName } from "../../kernel/crypto/ids.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { hash32Schema, lineOfText, timestampSchema, unlessWhole } from "../../kernel/schemas/schemas.ts";
import { CASE_STATUSES, STATUS_REASONS } from "../../protocol/enumerations.ts";

const CASE_ID_FORM =
	"must be `rc_` and 32 lower-case hex digits, or the case's jrcHash, which is `0x` and 64 hex digits";

export const caseName = lazy(() =>
	z
		.string()
		.regex(/^(rc_[0-9a-f]{32}|0x[0-9a-fA-F]{64})$/, CASE_ID_FORM)
		.describe(doc("Id of the case, or its jrcHash. `findDuplicateCase` returns both."))
		.transform(caseIdOfName),
);

export const caseIdParam = lazyObject(() => ({ caseId: caseName() }));

/** For paths that name the same parameter `jrcHash`. Handlers get the caseId here too. */
export const jrcHashParam = lazy(() =>
	z.strictObject({ jrcHash: caseName() }).transform(({ jrcHash }) => ({ caseId: jrcHash })),
);

export const COURT_ORDER_LENGTHS = { title: 500, fullCaseNumber: 200, courtId: 100 };

/** For the reason of a contest, a withdrawal or a decision. */
export const MAX_REASON_LENGTH = 500;

export const courtInfoSchema = lazyObject(
	{
		id: "CourtInfo",
		description: doc("What a court order is cited by, as the CourtOrder message signs it."),
	},
	() => ({
		title: lineOfText(COURT_ORDER_LENGTHS.title).meta({
			description: doc("Caption of the order."),
			example: doc("In re Estate of Doe"),
		}),
		fullCaseNumber: lineOfText(COURT_ORDER_LENGTHS.fullCaseNumber).meta({
			description: doc("The court's case number."),
			example: doc("1:26-cv-00042"),
		}),
		courtId: lineOfText(COURT_ORDER_LENGTHS.courtId).meta({
			description: doc("Code or name of the court."),
			example: doc("nysd"),
		}),
		docketNumber: z
			.int(unlessWhole())
			.min(0, "must not be negative")
			.meta({
				description: doc(
					"A whole number, because wallets sign it as a uint256. Put a docket entry with letters into `fullCaseNumber`.",
				),
				example: 17,
			}),
	}),
);

/** The signed reason of a contest or a withdrawal. */
export const closeReasonSchema = lazy(() =>
	lineOfText(MAX_REASON_LENGTH).meta({
		description: doc("The reason, as signed. The case shows it."),
		example: doc("I still hold the key"),
	}),
);

export const caseIdSchema = lazy(() =>
	z.string().meta({ example: doc("rc_74ac76c7f29219667d32ccbdbc8a780f") }),
);

export const jrcHashSchema = lazy(() =>
	hash32Schema().describe(doc("Hash of the recovery intent. Court filings cite it.")),
);

/** The developer's own name for a case (hosted-links.md "Reference"). */
export const referenceSchema = lazy(() =>
	z
		.string()
		.regex(/^[A-Za-z0-9_.:-]{1,200}$/, "must be 1 to 200 letters, digits and the signs `_.:-`")
		.meta({ example: doc("claim-2026-0042") }),
);

export const caseStatusSchema = lazy(() => z.enum(CASE_STATUSES).meta({ id: "CaseStatus" }));

export const statusReasonSchema = lazy(() =>
	z
		.enum(STATUS_REASONS)
		.meta({ id: "StatusReason" })
		.nullable()
		.describe(doc("Why the case is halted or closed. Null otherwise.")),
);

export const answeredAtSchema = lazy(() =>
	timestampSchema()
		.nullable()
		.describe(
			doc(
				"When the claimant answered a reviewer's halt by a document, so that a reviewer looks next. Null otherwise.",
			),
		),
);

/** The fields of `CaseStanding`. */
export const standingFields = lazy(() => ({
	caseId: caseIdSchema(),
	jrcHash: jrcHashSchema(),
	status: caseStatusSchema(),
	statusReason: statusReasonSchema(),
}));

export const eventSequenceSchema = lazy(() =>
	z.int().meta({ description: doc("Counts the case's events from 1, without gaps."), example: 1 }),
);
