import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { WILL_MEDIA_TYPES, willContentType, willFileName } from "../../will/will.ts";
import { releaseParams } from "../release-schemas.ts";

const downloadReleasedWillResponse = lazy(() => z.file());

/** Writes history and audit, so it is not `readOnly`. */
export const downloadReleasedWill = defineOperation({
	operationId: "downloadReleasedWill",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will/release-requests/{requestId}/will",
	tag: "Estate profiles",
	summary: doc("Download a released will"),
	description: doc(
		"The newest version, for the account that made the request, for seven days from the second approval.",
	),
	policy: "developer",
	params: releaseParams,
	download: WILL_MEDIA_TYPES,
	responses: {
		200: { description: doc("The document as it was lodged."), schema: downloadReleasedWillResponse },
	},
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, principal, services, now, audit }) => {
		const { developerId } = principal;
		const asResolver = await services.passkeys.mayActAsResolver(principal, now);
		const released = await services.estates.releases.download({ developerId, asResolver, ...params, now });
		const { will, bytes, request } = released;
		await audit({ action: "release.downloaded", target: request.requestId });
		const fileName = willFileName({ ownerAddress: request.ownerAddress, ...will });
		return { status: 200, file: { bytes, fileName, mimeType: willContentType(will.mimeType) } };
	},
});
