import { defineOperation } from "../../http/operation.ts";
import { recoveryError } from "../errors.ts";
import { caseRecord } from "../response-schemas.ts";
import { newCaseSchema } from "../schemas.ts";

/** Specification "New-case body"; recovery.md "POST /recovery-cases/new-case". */
export const createCase = defineOperation({
	operationId: "createRecoveryCase",
	method: "POST",
	path: "/recovery-cases/new-case",
	tag: "Recovery cases",
	summary: "File a signed recovery case",
	description:
		"`signature` is the recoveryAccount's EIP-712 signature of the NewCase message that jrc-hash answers. Sending the same case again is safe: it answers 200 with the case as it stands.",
	policy: "developer",
	body: newCaseSchema,
	responses: {
		201: { description: "The case is on file.", schema: caseRecord },
		200: { description: "You had filed this very case before; this is how it stands.", schema: caseRecord },
	},
	errors: [
		"NO_RECOVERY_CASE_TXS",
		"UNMATCHED_JRC_HASH",
		"INVALID_SIGNER",
		"CASE_ALREADY_EXISTS",
		"RATE_LIMITED",
	],
	handler: async ({ body, principal, services, now }) => {
		const { jrcHash, ...rec } = body.case;
		const outcome = await services.recovery.create({
			developerId: principal.developerId,
			intent: { rec, txs: body.transactions },
			signature: body.signature,
			claimedHash: jrcHash,
			now,
		});
		switch (outcome.kind) {
			case "created": {
				const location = `${services.basePath}/recovery-cases/${outcome.caseId}`;
				return { status: 201, headers: { Location: location }, json: outcome.record };
			}
			case "known":
				return { status: 200, json: outcome.record };
			default:
				throw recoveryError(outcome);
		}
	},
});
