import { defineOperation } from "../../../http/operation.ts";
import type { Hex } from "../../../kernel/hex.ts";
import { caseIdOf } from "../../../kernel/ids.ts";
import { isoTimeOrNull } from "../../../kernel/iso-time.ts";
import { reviewerOf } from "../../case/seen-by.ts";
import { reportError } from "../../errors.ts";
import { executionSchema, jrcHashParam } from "../../schemas.ts";

/** recovery.md "Beyond the specification", "Proof of execution". */
export const reportExecution = defineOperation({
	operationId: "reportExecution",
	method: "POST",
	path: "/recovery-cases/{jrcHash}/execution",
	tag: "Recovery cases",
	summary: "Report the transactions that executed a case",
	description:
		"For the case's developer, the recovery account's wallet session, and reviewers whose own account has no competing case. The service verifies the transactions on the chain. 200: the result is final, and the case is `executed`, or `action_required` if the transactions did not do what the case asks for. 202: the transactions are still confirming, or nothing can be proven yet; the service checks again at `nextLookAt`. 409 on a chain without a node: two reviewers must attest the execution.",
	policy: "developer_or_wallet",
	params: jrcHashParam,
	body: executionSchema,
	responses: {
		200: "The case, after a final result.",
		202: "The result so far.",
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
