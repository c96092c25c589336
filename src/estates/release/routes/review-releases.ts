import { defineOperation } from "../../../http/operation.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../../kernel/key-cursor.ts";
import { DEFAULT_PAGE_SIZE } from "../../schemas.ts";
import { presentReviewedRelease } from "../present-releases.ts";
import { reviewReleasesQuery } from "../release-schemas.ts";

/** estates.md "Release of a will": "the approval of two different reviewers". */
export const reviewReleases = defineOperation({
	operationId: "reviewReleaseRequests",
	method: "GET",
	path: "/review/release-requests",
	tag: "Review",
	summary: "List release requests, oldest first",
	policy: "reviewer",
	readOnly: true,
	query: reviewReleasesQuery,
	responses: { 200: "One page of release requests." },
	errors: [],
	handler: async ({ query: { status = "open", limit, cursor }, services, now }) => {
		const { requests, next } = await services.estates.releases.review({
			status,
			after: parseKeyCursor("rel", cursor),
			limit: limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit),
		});
		const data = requests.map((request) => presentReviewedRelease(request, now));
		return { status: 200, body: { data, nextCursor: next ? encodeKeyCursor(next) : null } };
	},
});
