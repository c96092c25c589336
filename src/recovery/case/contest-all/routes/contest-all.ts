import * as z from "zod";
import { defineOperation } from "../../../../http/operation.ts";
import { lazy } from "../../../../kernel/once.ts";
import { doc } from "../../../../kernel/schemas/doc.ts";
import { signatureSchema } from "../../../../kernel/schemas/schemas.ts";
import { accountContestResponse, contestAllFields, presentContest } from "../contest-schemas.ts";

const contestAllBody = lazy(() =>
	z.strictObject({ ...contestAllFields(), signature: signatureSchema() }).meta({ id: "ContestAllBody" }),
);

/** recovery.md "Contests of all cases". */
export const contestAllCases = defineOperation({
	operationId: "contestAllRecoveryCases",
	method: "POST",
	path: "/recovery-cases/contest-all",
	tag: "Recovery cases",
	summary: doc("Contest all cases that name an account as lost"),
	description: doc(
		"`signature` is the account's EIP-712 signature of the ContestAll message. No credential is needed. Within minutes, every open case of the chain that names the account is closed or halted as by `contest`. Cases that are filed within the next thirty days are only halted. Sending the same message again is safe.",
	),
	policy: "public",
	cors: "signed",
	rateLimited: true,
	body: contestAllBody,
	responses: {
		202: {
			description: doc("The contest is accepted, and the cases are being moved."),
			schema: accountContestResponse,
		},
	},
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED"],
	handler: async ({ body, services, clientAddress, now }) => {
		const contest = await services.contests.contestAll({ ...body, clientAddress, now });
		return { status: 202, body: presentContest(contest) };
	},
});
