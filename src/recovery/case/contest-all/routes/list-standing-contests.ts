import * as z from "zod";
import { defineOperation } from "../../../../http/operation.ts";
import { lazy } from "../../../../kernel/once.ts";
import { doc } from "../../../../kernel/schemas/doc.ts";
import { accountContestResponse, presentContest } from "../contest-schemas.ts";

export const standingContestListResponse = lazy(() =>
	z.strictObject({ data: z.array(accountContestResponse()) }).meta({ id: "StandingContestList" }),
);

/** recovery.md "Contests of all cases". */
export const listStandingContests = defineOperation({
	operationId: "listStandingContests",
	method: "GET",
	path: "/standing-contests",
	tag: "Recovery cases",
	summary: doc("List the standing contests of your account, newest first"),
	description: doc("At most 100. If a contract proved the session, only those on its chain."),
	policy: "wallet_session",
	readOnly: true,
	responses: { 200: { description: doc("The standing contests."), schema: standingContestListResponse } },
	errors: [],
	handler: async ({ principal, services, now }) => {
		const owner = { account: principal.address, provenOn: principal.chainId };
		const contests = await services.contests.standing(owner, now);
		return { status: 200, body: { data: contests.map(presentContest) } };
	},
});
