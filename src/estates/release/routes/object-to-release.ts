import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { presentRelease, releaseParams, releaseRequestSchema } from "../release-schemas.ts";

const objectToReleaseResponse = releaseRequestSchema;

/** estates.md "Release of a will". */
export const objectToRelease = defineOperation({
	operationId: "objectToRelease",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/will/release-requests/{requestId}/object",
	tag: "Estate profiles",
	summary: doc("Object to the release of your will"),
	description: doc(
		"For the owner's wallet session, until the download period has passed. The objection ends the request permanently.",
	),
	policy: "estate_owner",
	params: releaseParams,
	responses: { 200: { description: doc("The ended request."), schema: objectToReleaseResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, principal, services, now, audit }) => {
		const { request } = await services.estates.releases.object({ viewer: principal, ...params, now });
		await audit({ action: "release.objected", target: params.requestId });
		return { status: 200, body: presentRelease(request, now) };
	},
});
