import { defineOperation } from "../../../http/operation.ts";
import { releaseError } from "../release-error.ts";
import { releaseOrderFileName } from "../release-order.ts";
import { reviewedReleaseParams } from "../release-schemas.ts";

/** estates.md "Release of a will": what the reviewers decide by. It is noted, so it is no mere read. */
export const readReleaseOrder = defineOperation({
	operationId: "readReleaseOrder",
	method: "GET",
	path: "/review/release-requests/{requestId}/order",
	tag: "Review",
	summary: "Download the court order of a release request",
	policy: "reviewer",
	params: reviewedReleaseParams,
	download: ["application/pdf"],
	responses: { 200: "The order as it was uploaded." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { requestId }, services, audit }) => {
		const answer = await services.estates.releases.readOrder(requestId);
		if (answer.kind !== "order") throw releaseError(answer);
		await audit({ action: "release.order_read", target: requestId });
		const { bytes } = answer;
		const file = { bytes, mimeType: "application/pdf", fileName: releaseOrderFileName(requestId) };
		return { status: 200, file };
	},
});
