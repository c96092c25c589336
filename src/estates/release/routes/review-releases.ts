import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../../kernel/paging/key-cursor.ts";
import { nextCursorField, pageFields } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { RELEASE_STATUSES } from "../release.ts";
import { presentReviewedRelease, reviewedReleaseSchema } from "../release-schemas.ts";

const query = lazy(() =>
	z.strictObject({
		status: z
			.enum(RELEASE_STATUSES)
			.optional()
			.meta({ description: doc("`open` by default.") }),
		...pageFields(),
	}),
);

const reviewReleaseRequestsResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(reviewedReleaseSchema()).meta({ description: doc("Oldest first.") }),
			nextCursor: nextCursorField(),
		})
		.meta({ id: "ReviewedReleaseRequestList" }),
);

/** estates.md "Release of a will". */
export const reviewReleases = defineOperation({
	operationId: "reviewReleaseRequests",
	method: "GET",
	path: "/review/release-requests",
	tag: "Review",
	summary: doc("List release requests, oldest first"),
	policy: "reviewer",
	readOnly: true,
	query,
	responses: {
		200: { description: doc("One page of release requests."), schema: reviewReleaseRequestsResponse },
	},
	errors: [],
	handler: async ({ query: { status = "open", limit, cursor }, services, now }) => {
		const { rows, next } = await services.estates.releases.listForReview({
			status,
			after: parseKeyCursor("rel", cursor),
			limit: pageSizeOf(limit),
		});
		const data = rows.map((request) => presentReviewedRelease(request, now));
		return { status: 200, body: { data, nextCursor: next ? encodeKeyCursor(next) : null } };
	},
});
