/** What goes out to reviewers of cases (recovery.md "Beyond the specification"). */
import * as z from "zod";
import { addressSchema, bytesText } from "../../kernel/schemas.ts";
import { caseListResponse, caseRecord, caseSummary } from "../response-schemas.ts";
import type { CallDescription } from "./describe-call.ts";

const reviewedSummary = caseSummary
	.extend({
		developerId: z
			.string()
			.nullable()
			.meta({ description: "The developer who owns the case. Null for a case from the hosted app." }),
	})
	.meta({ id: "ReviewedCaseSummary" });

export const reviewedCaseListResponse = caseListResponse
	.extend({ data: z.array(reviewedSummary) })
	.meta({ id: "ReviewedCaseList" });

const number = z.string().meta({ description: "Decimal.", example: "1000000" });
const data = bytesText(Number.MAX_SAFE_INTEGER, "is too long").meta({ maxLength: undefined });

const said = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
	z.strictObject({
		kind: z.literal(kind),
		target: addressSchema(),
		value: z.string().meta({ description: "Wei sent with the call, in decimal." }),
		sentence: z.string().meta({ description: "A description in English." }),
		...fields,
	});

const callInWords = z
	.discriminatedUnion("kind", [
		said("plain_value", {}),
		said("transfer", { to: addressSchema(), amount: number }),
		said("transfer_from", { from: addressSchema(), to: addressSchema(), amountOrId: number }),
		said("approve", { spender: addressSchema(), amountOrId: number, isUnlimited: z.boolean() }),
		said("approve_all", { operator: addressSchema(), approved: z.boolean() }),
		said("transfer_nft", {
			from: addressSchema(),
			to: addressSchema(),
			tokenId: number,
			data: data.nullable(),
		}),
		said("transfer_multi", {
			from: addressSchema(),
			to: addressSchema(),
			items: z.array(z.strictObject({ tokenId: number, amount: number })),
			data,
		}),
		said("safe_add_owner", { owner: addressSchema(), threshold: number }),
		said("safe_remove_owner", { owner: addressSchema(), threshold: number }),
		said("safe_swap_owner", { oldOwner: addressSchema(), newOwner: addressSchema() }),
		said("safe_change_threshold", { threshold: number }),
		said("unknown_call", { selector: z.string().nullable(), dataBytes: z.int() }),
	])
	.meta({
		id: "CallInWords",
		description: "A transaction as its calldata describes it.",
	}) satisfies z.ZodType<CallDescription>;

export const reviewedCaseResponse = caseRecord
	.extend({
		transactionsInWords: z.array(callInWords),
		competingCases: z.array(reviewedSummary),
	})
	.meta({ id: "ReviewedCase" });
