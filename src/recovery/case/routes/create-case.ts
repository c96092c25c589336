import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { invalidField } from "../../../kernel/errors/app-error.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { signatureSchema } from "../../../kernel/schemas/schemas.ts";
import { newCaseFields, tokenDecimalsSchema } from "../../intent/intent-schemas.ts";
import { recordOrReceipt, recordOrReceiptResponse } from "../case-record.ts";
import { referenceSchema } from "../case-schemas.ts";

const newCaseBody = lazy(() =>
	z
		.strictObject({
			...newCaseFields(),
			tokenDecimals: tokenDecimalsSchema().optional(),
			signature: signatureSchema(),
			reference: referenceSchema()
				.optional()
				.meta({
					description: doc(
						"Your own name of the case, for a developer's key pair or session only. It stands in the record, in lists, in webhooks and in the evidence, which a court may read, and is never erased: no name and no e-mail address. Not signed. A repetition keeps that of the first request.",
					),
				}),
		})
		.meta({
			id: "NewCase",
			description: doc(
				"`case` is the `rec` of a RecoveryIntent and `transactions` are its `txs`. `case.jrcHash` is optional and is checked.",
			),
		}),
);

/** specification.md "New-case body"; recovery.md "POST /recovery-cases/new-case". */
export const createCase = defineOperation({
	operationId: "createRecoveryCase",
	method: "POST",
	path: "/recovery-cases/new-case",
	tag: "Recovery cases",
	summary: doc("File a signed recovery case"),
	description: doc(
		"`signature` is the recoveryAccount's EIP-712 signature of the NewCase message that jrc-hash returns. A retry with the same case is safe: it returns 200 with the case as it stands. That is also so after a contest, a withdrawal or a rejection, so read `status`: a closed case stays `rejected`. To file anew, change the intent (an account, the chain, the reason or the transactions), which gives another jrcHash.",
	),
	policy: "claimant",
	cors: "signed",
	body: newCaseBody,
	responses: {
		201: { description: doc("The case was created."), schema: recordOrReceiptResponse },
		200: {
			description: doc("You filed this case before. The response is the case as it stands."),
			schema: recordOrReceiptResponse,
		},
	},
	errors: [
		"NO_RECOVERY_CASE_TXS",
		"UNMATCHED_JRC_HASH",
		"INVALID_SIGNER",
		"CASE_ALREADY_EXISTS",
		"USER_NOT_FOUND",
		"RATE_LIMITED",
	],
	handler: async ({ body, principal, headers, services, clientAddress, now }) => {
		const { jrcHash, ...rec } = body.case;
		const { reference } = body;
		if (reference !== undefined && principal.kind !== "developer") {
			throw invalidField({
				field: "reference",
				rule: "not_allowed",
				message: "is for a developer's key pair or session; a hosted link brings its own",
			});
		}
		const intent = { rec, txs: body.transactions };
		const link = await services.hostedLinks.requests.linkOfCase({ headers, principal, intent });
		const filed = await services.recovery.create({
			caller: principal,
			clientAddress,
			intent,
			tokenDecimals: body.tokenDecimals,
			signature: body.signature,
			claimedHash: jrcHash,
			reference,
			now,
			link,
		});
		if (filed.kind === "repeated") return { status: 200, ...recordOrReceipt(filed) };
		const location = `${services.basePath}/recovery-cases/${filed.standing.caseId}`;
		return { status: 201, headers: { Location: location }, ...recordOrReceipt(filed) };
	},
});
