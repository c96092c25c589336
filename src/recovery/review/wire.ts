/** Makes the ports of the review of cases out of the Worker's bindings. */
import type { Config } from "../../config/config.ts";
import { createCaseIndex } from "../case/case-index.d1.ts";
import { type CaseReview, createReview } from "./review-service.ts";
import { createReviewerRoles } from "./reviewer-roles.d1.ts";

export function wireReview(env: Env, { rpcUrls }: Config): CaseReview {
	return createReview({
		caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		index: createCaseIndex(env.DB),
		hasNode: (chainId) => rpcUrls.has(chainId),
		reviewersAmong: createReviewerRoles(env.DB),
	});
}
