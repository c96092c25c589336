import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { releaseOrderFileName } from "../release-request.ts";
import { reviewedReleaseParams } from "../release-schemas.ts";

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
