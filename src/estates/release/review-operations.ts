import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { lazy } from "../../kernel/once.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../kernel/paging/cursors.ts";
import { nextCursorField, pageFields } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { RELEASE_STATUSES } from "./release.ts";
import { releaseOrderFileName } from "./release-request.ts";
import { presentReviewedRelease, reviewedReleaseParams, reviewedReleaseSchema } from "./release-schemas.ts";

const query = lazyObject(() => ({
	status: z.enum(RELEASE_STATUSES).optional().describe(doc("`open` by default.")),
	...pageFields(),
}));

const reviewReleaseRequestsResponse = lazyObject("ReviewedReleaseRequestList", () => ({
	data: z.array(reviewedReleaseSchema()).describe(doc("Oldest first.")),
	nextCursor: nextCursorField(),
}));

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
	handler: async ({ query: { status = "open", limit, cursor }, services, now }) => {
		const { rows, next } = await services.estates.releases.listForReview({
			status,
			after: parseKeyCursor("rel", cursor),
			limit: pageSizeOf(limit),
		});
		const data = rows.map((request) => presentReviewedRelease(request, now));
		return { status: 200, body: { data, nextCursor: encodeKeyCursor(next) } };
	},
});

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

const readReleaseOrderResponse = lazy(() => z.file());

export const readReleaseOrder = defineOperation({
	operationId: "readReleaseOrder",
	method: "GET",
	path: "/review/release-requests/{requestId}/order",
	tag: "Review",
	summary: doc("Download the court order of a release request"),
	policy: "reviewer",
	params: reviewedReleaseParams,
	download: ["application/pdf"],
	responses: { 200: { description: doc("The order as it was uploaded."), schema: readReleaseOrderResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { requestId }, services, audit }) => {
		const bytes = await services.estates.releases.readOrder(requestId);
		await audit({ action: "release.order_read", target: requestId });
		const file = { bytes, mimeType: "application/pdf", fileName: releaseOrderFileName(requestId) };
		return { status: 200, file };
	},
});

const body = lazyObject("ReleaseDecision", () => ({ decision: z.enum(["approve", "reject"]) }));

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
