import { defineOperation } from "../../../http/operation.ts";
import { DOCUMENT_MEDIA_TYPES, sentMediaType } from "../../will/document-media-types.ts";
import { documentFileName } from "../../will/will-document.ts";
import { releaseError } from "../release-error.ts";
import { releaseParams } from "../release-schemas.ts";

/** estates.md "Release of a will". It is noted, so it is no mere read. */
export const downloadReleasedWill = defineOperation({
	operationId: "downloadReleasedWill",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will/release-requests/{requestId}/will",
	tag: "Estate profiles",
	summary: "Download a released will",
	description:
		"The newest version, for the account that made the request, for seven days from the second approval.",
	policy: "developer",
	params: releaseParams,
	download: DOCUMENT_MEDIA_TYPES,
	responses: { 200: "The document as it was lodged." },
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, principal, services, now, audit }) => {
		const { developerId } = principal;
		const answer = await services.estates.releases.download({ developerId, ...params, now });
		if (answer.kind !== "document") throw releaseError(answer);
		const { will, bytes, request } = answer;
		await audit({ action: "release.downloaded", target: request.requestId });
		const fileName = documentFileName({ ownerAddress: request.ownerAddress, ...will });
		return { status: 200, file: { bytes, fileName, mimeType: sentMediaType(will.mimeType) } };
	},
});
