import { defineOperation } from "../../http/operation.ts";
import { presentReviewedRelease } from "../present-releases.ts";
import { reviewReleasesQuery } from "../release-schemas.ts";

/** estates.md "Release of a will": "the approval of two different reviewers". */
export const reviewReleases = defineOperation({
	operationId: "reviewReleaseRequests",
	method: "GET",
	path: "/review/release-requests",
	tag: "Review",
	summary: "List requests for wills",
	policy: "reviewer",
	readOnly: true,
	query: reviewReleasesQuery,
	responses: { 200: "The requests." },
	errors: [],
	handler: async ({ query: { status = "open" }, services, now }) => {
		const requests = await services.estates.releases.review(status);
		return { status: 200, body: { data: requests.map((request) => presentReviewedRelease(request, now)) } };
	},
});
