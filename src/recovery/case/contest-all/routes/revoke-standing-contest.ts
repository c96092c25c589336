import * as z from "zod";
import { defineOperation } from "../../../../http/operation.ts";
import { lazy } from "../../../../kernel/once.ts";
import { hash32Schema } from "../../../../kernel/schemas.ts";
import { contestNotFound } from "../../../errors.ts";
import { presentContest } from "../contest-schemas.ts";

const digestParam = lazy(() =>
	z.strictObject({
		digest: hash32Schema().meta({
			description: "The EIP-712 digest of the ContestAll message. The list shows it.",
			example: `0x${"5f".repeat(32)}`,
		}),
	}),
);

/** recovery.md "Contests of all cases". */
export const revokeStandingContest = defineOperation({
	operationId: "revokeStandingContest",
	method: "DELETE",
	path: "/standing-contests/{digest}",
	tag: "Recovery cases",
	summary: "Revoke a standing contest of your account",
	description:
		"From then on the contest halts no new case. Cases that it has closed or halted stay as they are: a reviewer decides about them. Revoking again is safe.",
	policy: "wallet_session",
	params: digestParam,
	responses: { 200: "The contest, which is revoked." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now }) => {
		const owner = { account: principal.address, provenOn: principal.chainId };
		const contest = await services.contests.revoke(owner, params.digest, now);
		if (!contest) throw contestNotFound();
		return { status: 200, body: presentContest(contest) };
	},
});
