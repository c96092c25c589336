import * as z from "zod";
import { defineOperation } from "../../../../http/operation.ts";
import { lazy } from "../../../../kernel/once.ts";
import { doc } from "../../../../kernel/schemas/doc.ts";
import { hash32Schema } from "../../../../kernel/schemas/schemas.ts";
import { accountContestResponse, presentContest } from "../contest-schemas.ts";

const digestParam = lazy(() =>
	z.strictObject({
		digest: hash32Schema().meta({
			description: doc("The digest of the ContestAll message."),
			example: doc(`0x${"5f".repeat(32)}`),
		}),
	}),
);

/** recovery.md "Contests of all cases". */
export const revokeStandingContest = defineOperation({
	operationId: "revokeStandingContest",
	method: "DELETE",
	path: "/standing-contests/{digest}",
	tag: "Recovery cases",
	summary: doc("Revoke a standing contest of your account"),
	description: doc("The contest halts no new case from then on. Cases that it has moved stay as they are."),
	policy: "wallet_session",
	params: digestParam,
	responses: { 200: { description: doc("The contest, which is revoked."), schema: accountContestResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now }) => {
		const owner = { account: principal.address, provenOn: principal.chainId };
		const contest = await services.contests.revoke(owner, params.digest, now);
		return { status: 200, body: presentContest(contest) };
	},
});
