import { defineOperation } from "../../../http/operation.ts";
import { presentRelease } from "../present-releases.ts";
import { releaseError } from "../release-error.ts";
import { releaseParams } from "../release-schemas.ts";

/** estates.md "Release of a will": "can object (`…/object`, which ends it)". */
export const objectToRelease = defineOperation({
	operationId: "objectToRelease",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/will/release-requests/{requestId}/object",
	tag: "Estate profiles",
	summary: "Object to the release of one's will",
	description:
		"For the owner's wallet session, as long as anything can still be downloaded. It ends the request for good.",
	policy: "estate_owner",
	params: releaseParams,
	responses: { 200: "The request, which has ended." },
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, principal, services, now, audit }) => {
		const answer = await services.estates.releases.object({ viewer: principal, ...params, now });
		if (!("request" in answer)) throw releaseError(answer);
		await audit({ action: "release.objected", target: params.requestId });
		return { status: 200, body: presentRelease(answer.request, now) };
	},
});
