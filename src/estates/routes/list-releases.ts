import { defineOperation } from "../../http/operation.ts";
import { presentRelease } from "../present-releases.ts";
import { releaseError } from "../release-error.ts";
import { ownerParams } from "../schemas.ts";

/** estates.md "Release of a will". */
export const listReleases = defineOperation({
	operationId: "listReleaseRequests",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will/release-requests",
	tag: "Estate profiles",
	summary: "List requests for a will",
	description: "The owner's wallet session sees all of them, an account those that it has made itself.",
	policy: "estate-reader",
	readOnly: true,
	params: ownerParams,
	responses: { 200: "The requests." },
	errors: [],
	handler: async ({ params: { ownerAddress }, principal, services, now }) => {
		const answer = await services.estates.releases.list({ viewer: principal, ownerAddress });
		if (answer.kind !== "requests") throw releaseError(answer);
		return { status: 200, body: { data: answer.requests.map((request) => presentRelease(request, now)) } };
	},
});
