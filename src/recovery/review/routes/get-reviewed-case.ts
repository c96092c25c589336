import * as z from "zod";
import type { AccountService } from "../../../developers/account/account-service.ts";
import { defineOperation } from "../../../http/operation.ts";
import { type Infer, lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { addressSchema, bytesText, timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { caseRecordResponse } from "../../case/case-record.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import { caseNotFound } from "../../errors.ts";
import type { CallDescription } from "../describe-call.ts";
import { reviewedSummaryOf, reviewedSummaryResponse } from "../reviewed-summary.ts";

const callInWords = lazy(() => {
	const address = addressSchema();
	const number = z.string().meta({ description: doc("Decimal."), example: doc("1000000") });
	const data = bytesText(Number.MAX_SAFE_INTEGER, "is too long").meta({ maxLength: undefined });
	const described = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
		z.strictObject({
			kind: z.literal(kind),
			target: address,
			value: z.string().meta({ description: doc("Wei sent with the call, in decimal.") }),
			sentence: z.string().meta({ description: doc("A description in English.") }),
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

const caseDeveloper = lazy(() =>
	z
		.strictObject({
			developerId: z.string().meta({ example: doc("dev_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f") }),
			email: z
				.string()
				.nullable()
				.meta({ example: doc("dev@example.com") }),
			createdAt: timestampSchema()
				.nullable()
				.meta({ description: doc("When the account was registered.") }),
		})
		.meta({
			id: "CaseDeveloper",
			description: doc("The account that owns the case. If the account was deleted, only its id is left."),
		}),
);

export const reviewedCaseResponse = lazy(() =>
	caseRecordResponse()
		.extend({
			developer: caseDeveloper()
				.nullable()
				.meta({ description: doc("Null for a case from the hosted app.") }),
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
	handler: async ({ params, services }) => {
		const reviewed = await services.caseReview.read(params.caseId);
		if (reviewed === null) throw caseNotFound();
		const { record, developerId, transactionsInWords, competing } = reviewed;
		const developer = developerId === null ? null : await developerOf(developerId, services.developers);
		const competingCases = competing.map(reviewedSummaryOf);
		return { status: 200, body: { ...record, developer, transactionsInWords, competingCases } };
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
