/** What comes in from reviewers (recovery.md "Beyond the specification"). */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { hash32Schema, lineOfText } from "../../kernel/schemas.ts";
import { ACTION_REASONS, REJECTION_REASONS } from "../case/case-state.ts";
import { listQuery } from "../schemas.ts";

const MAX_REASON_LENGTH = 500;

export const reviewCasesQuery = lazy(() =>
	listQuery().extend({
		statusReason: z.enum([...ACTION_REASONS, ...REJECTION_REASONS]).optional(),
		developerId: z
			.string()
			.regex(/^dev_[0-9a-f]{32}$/, "must be `dev_` and 32 lower-case hex digits")
			.optional()
			.meta({ description: "Only the cases of this developer." }),
	}),
);

const reason = lazy(() =>
	lineOfText(MAX_REASON_LENGTH).meta({
		description: "The reviewer's reason. It becomes `statusNote` and stays in the history.",
		example: "The docket number is not one of this court.",
	}),
);

const plain = <Decision extends string>(decision: Decision) =>
	z.strictObject({ decision: z.literal(decision), reason: reason() });

export const caseDecisionBody = lazy(() =>
	z
		.discriminatedUnion("decision", [
			plain("verify_order"),
			z.strictObject({
				decision: z.literal("require_action"),
				reason: reason(),
				statusReason: z
					.enum(["order_unverifiable", "documents_missing"])
					.optional()
					.meta({ description: "`order_unverifiable` by default." }),
			}),
			plain("clear"),
			plain("reject"),
			z.strictObject({
				decision: z.literal("attest_execution"),
				reason: reason(),
				txHash: hash32Schema().meta({ description: "The last transaction that executed the case." }),
			}),
		])
		.meta({ id: "CaseDecision", description: "A reviewer's decision about a case, and the reason." }),
);
