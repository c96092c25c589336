import { defineOperation } from "../../http/operation.ts";
import type { Hex } from "../../kernel/hex.ts";
import { isoTimeOrNull } from "../../kernel/iso-time.ts";
import { reportError } from "../report-error.ts";
import { executionSchema, jrcHashParam } from "../schemas.ts";

/** recovery.md "Beyond the specification", "Proof of execution". */
export const reportExecution = defineOperation({
	operationId: "reportExecution",
	method: "POST",
	path: "/recovery-cases/{jrcHash}/execution",
	tag: "Recovery cases",
	summary: "Name the transactions that executed a case",
	description:
		"For the case's developer, the recoveryAccount's wallet session and reviewers. The chain is looked at, never the caller's word: while it confirms, or where nothing can be proven yet, the answer is 202 and the service goes on looking by itself, as `nextLookAt` says. When it is final the answer is the case: `executed`, or `action_required` where it was not what the case asks for. A chain without a node (409) needs two reviewers who attest it.",
	policy: "case-lister",
	params: jrcHashParam,
	body: executionSchema,
	responses: {
		200: "The case, judged by what is final on its chain.",
		202: "What has been seen so far.",
	},
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR"],
	handler: async ({ params: { jrcHash }, body, principal, services }) => {
		const txHashes = hashesOf(body);
		const { recovery, developers } = services;
		let result = await recovery.reportExecution({ jrcHash, txHashes, reporter: principal });
		if (result.kind === "not_found" && principal.kind === "developer" && principal.via === "session") {
			const answer = await developers.currentUser(principal);
			const isReviewer = answer.kind === "found" && answer.user.role === "reviewer";
			const reporter = { kind: "reviewer" } as const;
			if (isReviewer) result = await recovery.reportExecution({ jrcHash, txHashes, reporter });
		}
		if (result.kind === "settled") return { status: 200, json: result.record };
		if (result.kind !== "observed") throw reportError(result);
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
