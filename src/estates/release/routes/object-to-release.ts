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
	summary: "Object to the release of your will",
	description:
		"For the owner's wallet session, until the download period has passed. The objection ends the request permanently.",
	policy: "estate_owner",
	params: releaseParams,
	responses: { 200: "The ended request." },
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, principal, services, now, audit }) => {
		const answer = await services.estates.releases.object({ viewer: principal, ...params, now });
		if (!("request" in answer)) throw releaseError(answer);
		await audit({ action: "release.objected", target: params.requestId });
		return { status: 200, body: presentRelease(answer.request, now) };
	},
});
