import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import { hash32Schema, signatureSchema } from "../../../kernel/schemas/schemas.ts";
import { accountContestResponse, contestAllFields, presentContest } from "./contest-schemas.ts";

const contestAllBody = lazyObject("ContestAllBody", () => ({
	...contestAllFields(),
	signature: signatureSchema(),
}));

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

export const standingContestListResponse = lazyObject("StandingContestList", () => ({
	data: z.array(accountContestResponse()),
}));

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
	handler: async ({ principal, services, now }) => {
		const owner = { account: principal.address, provenOn: principal.chainId };
		const contests = await services.contests.standing(owner, now);
		return { status: 200, body: { data: contests.map(presentContest) } };
	},
});

const digestParam = lazyObject(() => ({
	digest: hash32Schema().meta({
		description: doc("The digest of the ContestAll message."),
		example: doc(`0x${"5f".repeat(32)}`),
	}),
}));

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
