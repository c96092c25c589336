/** Requests of `POST /typed-data` for the messages about a case (signing.md "The messages"). */
import * as z from "zod";
import { describeType } from "../../kernel/crypto/eip712.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { breaks } from "../../kernel/schemas/field-rule.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { chainIdSchema, hash32Schema } from "../../kernel/schemas/schemas.ts";
import { newCaseType } from "../../protocol/signed-messages.ts";
import { closeReasonSchema, courtInfoSchema } from "../case/case-schemas.ts";
import { contestAllFields } from "../case/contest-all/contest-schemas.ts";
import { newCaseFields } from "./intent-schemas.ts";
import { closeCaseType, contestAllType, courtOrderType } from "./typed-data.ts";

const ofCase = lazy(() => ({
	jrcHash: hash32Schema().meta({
		description: doc("Identifies the case. The service does not look it up."),
		example: doc("0xfce7895067815e3cc192febc0e5353cbcc25d8cfc00f0a18f989227139b1b70b"),
	}),
	chainId: chainIdSchema().meta({
		description: doc("The case's chain, which is the chain id of the signed domain."),
		example: 8453,
	}),
}));

export const newCaseRequest = lazy(() =>
	z
		.strictObject({
			message: z.literal("NewCase"),
			...newCaseFields(),
			chainId: chainIdSchema()
				.optional()
				.meta({
					description: doc("May be absent, because it is `case.chainId`. If present, it must be equal."),
					example: 8453,
				}),
		})
		.refine((request) => request.chainId === undefined || request.chainId === request.case.chainId, {
			path: ["chainId"],
			...breaks("must_equal", "must equal case.chainId"),
		})
		.meta({
			id: "NewCaseMessage",
			description: doc(
				`Files a case: the body of \`new-case\` without the signature. Signed by the case's recoveryAccount. ${describeType(newCaseType)}`,
			),
		}),
);

export const courtOrderRequest = lazyObject(
	() => ({
		id: "CourtOrderMessage",
		description: doc(
			`Attaches a court order to a case. Signed by the case's recoveryAccount. ${describeType(courtOrderType)}`,
		),
	}),
	() => ({ message: z.literal("CourtOrder"), ...ofCase(), courtInfo: courtInfoSchema() }),
);

export const closeCaseRequest = lazyObject(
	() => ({
		id: "CloseCaseMessage",
		description: doc(`Contests or withdraws a case. ${describeType(closeCaseType)}`),
	}),
	() => ({
		message: z.literal("CloseCase"),
		...ofCase(),
		action: z
			.enum(["contest", "withdraw"])
			.describe(doc("`contest` is signed by the case's lostAccount, `withdraw` by its recoveryAccount.")),
		reason: closeReasonSchema(),
	}),
);

export const contestAllRequest = lazyObject(
	() => ({
		id: "ContestAllMessage",
		description: doc(
			`Contests all cases of a chain that name the account as lost. Fields that are absent are filled in: a random \`nonce\`, and a \`deadline\` in half an hour. Signed by account. ${describeType(contestAllType)}`,
		),
	}),
	() => ({
		message: z.literal("ContestAll"),
		...z.object(contestAllFields()).partial({ nonce: true, deadline: true }).shape,
	}),
);

export type CaseMessageRequest =
	| Infer<typeof newCaseRequest>
	| Infer<typeof courtOrderRequest>
	| Infer<typeof closeCaseRequest>
	| Infer<typeof contestAllRequest>;
