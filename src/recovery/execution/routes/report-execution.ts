import { defineOperation } from "../../../http/operation.ts";
import type { Hex } from "../../../kernel/hex.ts";
import { caseIdOf } from "../../../kernel/ids.ts";
import { isoTimeOrNull } from "../../../kernel/iso-time.ts";
import { reviewerOf } from "../../case/seen-by.ts";
import { executionSchema, jrcHashParam } from "../../schemas.ts";
import { reportError } from "../report-error.ts";

/** recovery.md "Beyond the specification", "Proof of execution". */
export const reportExecution = defineOperation({
	operationId: "reportExecution",
	method: "POST",
	path: "/recovery-cases/{jrcHash}/execution",
	tag: "Recovery cases",
	summary: "Name the transactions that executed a case",
	description:
		"For the case's developer, the recoveryAccount's wallet session and reviewers whose own account has no case that competes with it. The chain is looked at, never the caller's word: while it confirms, or where nothing can be proven yet, the answer is 202 and the service goes on looking by itself, as `nextLookAt` says. When it is final the answer is the case: `executed`, or `action_required` where it was not what the case asks for. A chain without a node (409) needs two reviewers who attest it.",
	policy: "developer_or_wallet",
	params: jrcHashParam,
	body: executionSchema,
	responses: {
		200: "The case, judged by what is final on its chain.",
		202: "What has been seen so far.",
	},
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR", "RATE_LIMITED"],
	handler: async ({ params: { jrcHash }, body, principal, services, audit }) => {
		const txHashes = hashesOf(body);
		const own = await services.recovery.reportExecution({ jrcHash, txHashes, reporter: principal });
		const reviewerId = own.kind === "not_found" ? await reviewerOf(principal, services) : null;
		const target = caseIdOf(jrcHash);
		const result =
			reviewerId === null ? own : await services.caseReview.reportExecution(target, reviewerId, txHashes);
		if (result.kind !== "settled" && result.kind !== "observed") throw reportError(result);
		// The history names the chain, so who had it look at another's case stands here.
		if (reviewerId !== null) await audit({ action: "recovery_case.execution_named", target });
		if (result.kind === "settled") return { status: 200, json: result.record };
		const { observation, standing } = result;
		const nextLookAt = isoTimeOrNull(observation.nextLookAt);
		return { status: 202, body: { ...standing, observation: { ...observation, nextLookAt } } };
	},
});

/** In lower case, as nodes name them. */
function hashesOf({ txHash, txHashes }: { txHash?: Hex | undefined; txHashes?: Hex[] | undefined }): Hex[] {
	const named = txHashes ?? (txHash === undefined ? [] : [txHash]);
	return named.map((hash): Hex => `0x${hash.slice(2).toLowerCase()}`);
}
