import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { presentReviewedRelease, reviewedReleaseParams, reviewedReleaseSchema } from "../release-schemas.ts";

/** estates.md "Release of a will". */
export const reviewRelease = defineOperation({
	operationId: "reviewReleaseRequest",
	method: "GET",
	path: "/review/release-requests/{requestId}",
	tag: "Review",
	summary: doc("Get a release request"),
	policy: "reviewer",
	readOnly: true,
	params: reviewedReleaseParams,
	responses: { 200: { description: doc("The release request."), schema: reviewedReleaseSchema } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { requestId }, services, now }) => {
		const request = await services.estates.releases.findForReview(requestId);
		return { status: 200, body: presentReviewedRelease(request, now) };
	},
});
