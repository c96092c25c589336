import * as z from "zod";
import type { AccountService } from "../../developers/account/account-service.ts";
import { defineOperation } from "../../http/operation.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { pageFields, pageSchema } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { breaks } from "../../kernel/schemas/field-rule.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { addressSchema, bytesText, lineOfText, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import { ACTION_REASONS, REJECTION_REASONS } from "../../protocol/enumerations.ts";
import type { CaseFilter } from "../case/case-filter.ts";
import {
	askedFor,
	caseListQuery,
	continuationFields,
	continuationOf,
	nextCursorOf,
	parseCursor,
} from "../case/case-list.ts";
import { caseRecordResponse } from "../case/case-record.ts";
import { COURT_ORDER_LENGTHS, caseIdParam } from "../case/case-schemas.ts";
import { caseNotFound } from "../errors.ts";
import { compared } from "./decision-operations.ts";
import type { CallDescription } from "./describe-call.ts";
import { presentTaken, takenResponse } from "./desk/taken.ts";
import { WAITING_GROUPS } from "./review-service.ts";
import { reviewedSummaryOf, reviewedSummaryResponse } from "./reviewed-summary.ts";
import { MAX_OTHER_WAITING } from "./waiting-cases.d1.ts";

const waitingCasesQuery = lazyObject(() => ({
	filer: z
		.string()
		.regex(
			/^(dev_[0-9a-f]{32}|anon:[0-9a-f-]{36}|wallet:(\d{1,16}:)?0x[0-9a-f]{40})$/,
			"must be the `filer` of a line",
		)
		.optional()
		.describe(doc("All waiting cases of this filer, instead of one line for each filer.")),
	group: z
		.enum(WAITING_GROUPS)
		.optional()
		.describe(
			doc(
				"`new`: nobody has asked, objected or verified anything yet. `contested`: the account that is claimed has objected. `answered`: the claimant has answered a reviewer. `second`: another reviewer must verify the order. `mine`: you have taken them. All but `new` have a line for each case. Has no effect beside `filer`.",
			),
		),
	...pageFields(),
}));

export const waitingCaseListResponse = pageSchema("WaitingCaseList", () =>
	reviewedSummaryResponse()
		.extend({
			filer: z
				.string()
				.describe(
					doc("The developer's id, or the subject of the session that filed the case in the hosted app."),
				),
			taken: takenResponse().nullable().describe(doc("Null unless a reviewer has taken the case.")),
			otherWaiting: z
				.int()
				.min(0)
				.max(MAX_OTHER_WAITING)
				.describe(doc(`Other waiting cases of the same filer. ${MAX_OTHER_WAITING} means that or more.`)),
		})
		.meta({ id: "WaitingCaseSummary" }),
);

/** recovery.md "Waiting cases". */
export const waitingCases = defineOperation({
	operationId: "listWaitingCases",
	method: "GET",
	path: "/review/waiting-cases",
	tag: "Review",
	summary: doc("List the cases that wait for a reviewer, one line for each filer"),
	description: doc(
		"A line is the filer's oldest case whose court order waits for a reviewer. However many cases a filer has, it takes one line.",
	),
	policy: "reviewer",
	readOnly: true,
	query: waitingCasesQuery,
	responses: {
		200: { description: doc("One page of cases, oldest first."), schema: waitingCaseListResponse },
	},
	handler: async ({ query: { filer, group, limit, cursor }, principal, services, now }) => {
		const [after, size] = [parseCursor(cursor), pageSizeOf(limit)];
		const { developerId: reviewerId } = principal;
		const { rows, next } = await services.caseReview.listWaiting(
			{ filer, group, reviewerId, now },
			after,
			size,
		);
		const taken = await services.caseReview.desk.takenAmong(
			rows.map(({ row }) => row.caseId),
			now,
		);
		const data = rows.map(({ row, ...line }) => ({
			...{ ...reviewedSummaryOf(row), ...line },
			taken: presentTaken(taken.get(row.caseId), reviewerId),
		}));
		return { status: 200, body: { data, nextCursor: nextCursorOf(next) } };
	},
});

export const reviewedCasesQuery = lazy(() =>
	caseListQuery()
		.extend({
			statusReason: z.enum([...ACTION_REASONS, ...REJECTION_REASONS]).optional(),
			developerId: z
				.string()
				.regex(/^dev_[0-9a-f]{32}$/, "must be `dev_` and 32 lower-case hex digits")
				.optional()
				.describe(doc("Only the cases of this developer.")),
			fullCaseNumber: lineOfText(COURT_ORDER_LENGTHS.fullCaseNumber)
				.optional()
				.meta({
					description: doc("Only cases whose court order has this number, in any letter case."),
					example: doc("1:26-cv-00042"),
				}),
			sort: z
				.enum(["oldest", "newest"])
				.optional()
				.describe(
					doc(
						"The order of the cases; by default the oldest comes first. Send the same value while you follow `nextCursor`.",
					),
				),
		})
		.refine(({ changedSince, sort }) => changedSince === undefined || sort === undefined, {
			...breaks("not_allowed", "does not go with `changedSince`, whose list is in the order of the changes"),
			path: ["sort"],
		}),
);

export const reviewedCaseListResponse = lazyObject("ReviewedCaseList", () => ({
	data: z.array(reviewedSummaryResponse()),
	...continuationFields(),
	total: z
		.strictObject({ count: z.int().min(0), isExact: z.boolean() })
		.describe(
			doc(
				"The number of cases that match the filters, on all pages. The service counts among the first 1,000 cases of the list. If `isExact` is false, there may be more than `count`.",
			),
		),
}));

/** recovery.md "Review". */
export const reviewCases = defineOperation({
	operationId: "reviewRecoveryCases",
	method: "GET",
	path: "/review/recovery-cases",
	tag: "Review",
	summary: doc("List every case, oldest first"),
	policy: "reviewer",
	readOnly: true,
	query: reviewedCasesQuery,
	responses: { 200: { description: doc("One page of cases."), schema: reviewedCaseListResponse } },
	handler: async ({ query, services }) => {
		const { developerId, statusReason, fullCaseNumber, sort, ...common } = query;
		const asked = askedFor(common);
		const filter: CaseFilter = {
			...asked.filter,
			owner: developerId === undefined ? { everybody: true } : { developerId },
			statusReason,
			fullCaseNumber,
			isOldestFirst: sort !== "newest",
		};
		const page = await services.caseReview.list(filter, asked.after, asked.limit);
		const { rows, total } = page;
		return {
			status: 200,
			body: { data: rows.map(reviewedSummaryOf), ...continuationOf(asked, page), total },
		};
	},
});

const callInWords = lazy(() => {
	const address = addressSchema();
	const number = z.string().meta({ description: doc("Decimal."), example: doc("1000000") });
	const data = bytesText(Number.MAX_SAFE_INTEGER, "is too long").meta({ maxLength: undefined });
	const described = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
		z.strictObject({
			kind: z.literal(kind),
			target: address,
			value: z.string().describe(doc("Wei sent with the call, in decimal.")),
			sentence: z.string().describe(doc("A description in English.")),
			...fields,
		});
	return z
		.discriminatedUnion("kind", [
			described("plain_value", {}),
			described("transfer", { to: address, amount: number }),
			described("transfer_from", { from: address, to: address, amountOrId: number }),
			described("approve", { spender: address, amountOrId: number, isUnlimited: z.boolean() }),
			described("approve_all", { operator: address, approved: z.boolean() }),
			described("transfer_nft", { from: address, to: address, tokenId: number, data: data.nullable() }),
			described("transfer_multi", {
				from: address,
				to: address,
				items: z.array(z.strictObject({ tokenId: number, amount: number })),
				data,
			}),
			described("safe_add_owner", { owner: address, threshold: number }),
			described("safe_remove_owner", { owner: address, threshold: number }),
			described("safe_swap_owner", { oldOwner: address, newOwner: address }),
			described("safe_change_threshold", { threshold: number }),
			described("unknown_call", { selector: z.string().nullable(), dataBytes: z.int() }),
		])
		.meta({
			id: "CallInWords",
			description: doc("A transaction as its calldata describes it."),
		}) satisfies z.ZodType<CallDescription>;
});

const caseDeveloper = lazyObject(
	{
		id: "CaseDeveloper",
		description: doc("The account that owns the case. If the account was deleted, only its id is left."),
	},
	() => ({
		developerId: z.string().meta({ example: doc("dev_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f") }),
		email: z
			.string()
			.nullable()
			.meta({ example: doc("dev@example.com") }),
		createdAt: timestampSchema().nullable().describe(doc("When the account was registered.")),
	}),
);

export const reviewedCaseResponse = lazy(() =>
	caseRecordResponse()
		.extend({
			developer: caseDeveloper().nullable().describe(doc("Null for a case from the hosted app.")),
			taken: takenResponse().nullable().describe(doc("Null unless a reviewer has taken the case.")),
			reasons: z
				.array(z.strictObject({ sequence: z.int(), text: z.string(), compared: compared() }))
				.describe(
					doc(
						"Reasons of decisions, objections and withdrawals, by the `sequence` of their entry in the history.",
					),
				),
			transactionsInWords: z.array(callInWords()),
			competingCases: z.array(reviewedSummaryResponse()),
		})
		.meta({ id: "ReviewedCase" }),
);

/** recovery.md "Review". */
export const reviewCase = defineOperation({
	operationId: "reviewRecoveryCase",
	method: "GET",
	path: "/review/recovery-cases/{caseId}",
	tag: "Review",
	summary: doc("Read any case, its developer, its transactions in words, and the competing cases"),
	description: doc(
		"`competingCases` lists at most 100 other open cases for the same lost account and chain, oldest first. `transactionsInWords` describes each transaction by its calldata alone; a call that is not exactly understood is an `unknown_call`.",
	),
	policy: "reviewer",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: { description: doc("The case."), schema: reviewedCaseResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now }) => {
		const reviewed = await services.caseReview.read(params.caseId);
		if (reviewed === null) throw caseNotFound();
		const { record, developerId, competing, ...derived } = reviewed;
		const developer = developerId === null ? null : await developerOf(developerId, services.developers);
		const competingCases = competing.map(reviewedSummaryOf);
		const has = (await services.caseReview.desk.takenAmong([params.caseId], now)).get(params.caseId);
		const taken = presentTaken(has, principal.developerId);
		return { status: 200, body: { ...record, developer, taken, ...derived, competingCases } };
	},
});

async function developerOf(
	developerId: string,
	accounts: Pick<AccountService, "currentUser">,
): Promise<Infer<typeof caseDeveloper>> {
	const user = await accounts.currentUser({ developerId });
	if (!user) return { developerId, email: null, createdAt: null };
	return { developerId, email: user.email, createdAt: isoTime(user.createdAt) };
}
