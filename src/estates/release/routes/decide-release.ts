import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { presentReviewedRelease, reviewedReleaseParams, reviewedReleaseSchema } from "../release-schemas.ts";

const body = lazy(() =>
	z.strictObject({ decision: z.enum(["approve", "reject"]) }).meta({ id: "ReleaseDecision" }),
);

const decideReleaseRequestResponse = reviewedReleaseSchema;

/** estates.md "Release of a will". */
export const decideRelease = defineOperation({
	operationId: "decideReleaseRequest",
	method: "POST",
	path: "/review/release-requests/{requestId}/decisions",
	tag: "Review",
	summary: doc("Approve or reject the release of a will"),
	description: doc(
		"Approvals are possible after the owner's time to object. The second approval, by another reviewer, releases the will for seven days. A repeated approval by the same reviewer changes nothing. A rejection ends the request.",
	),
	policy: "reviewer",
	params: reviewedReleaseParams,
	body,
	responses: {
		200: { description: doc("The request after the decision."), schema: decideReleaseRequestResponse },
	},
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params: { requestId }, body: { decision }, principal, services, now, audit }) => {
		const { developerId: reviewerId } = principal;
		const { request, isRepeated } = await services.estates.releases.decide({
			requestId,
			reviewerId,
			decision,
			now,
		});
		const action = decision === "approve" ? "release.approved" : "release.rejected";
		if (!isRepeated) await audit({ action, target: requestId });
		return { status: 200, body: presentReviewedRelease(request, now) };
	},
});
