import { defineOperation } from "../../../http/operation.ts";
import { presentReviewedRelease } from "../present-releases.ts";
import { releaseError } from "../release-error.ts";
import { releaseDecisionBody, reviewedReleaseParams } from "../release-schemas.ts";

/** estates.md "Release of a will". */
export const decideRelease = defineOperation({
	operationId: "decideReleaseRequest",
	method: "POST",
	path: "/review/release-requests/{requestId}/decisions",
	tag: "Review",
	summary: "Approve or reject the release of a will",
	description:
		"Approvals are possible after the owner's time to object. The second approval, by another reviewer, releases the will for seven days. A repeated approval by the same reviewer changes nothing. A rejection ends the request.",
	policy: "reviewer",
	params: reviewedReleaseParams,
	body: releaseDecisionBody,
	responses: { 200: "The request after the decision." },
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params: { requestId }, body: { decision }, principal, services, now, audit }) => {
		const { developerId: reviewerId } = principal;
		const answer = await services.estates.releases.decide({ requestId, reviewerId, decision, now });
		if (!("request" in answer)) throw releaseError(answer);
		const action = decision === "approve" ? "release.approved" : "release.rejected";
		if (answer.kind === "moved") await audit({ action, target: requestId });
		return { status: 200, body: presentReviewedRelease(answer.request, now) };
	},
});
