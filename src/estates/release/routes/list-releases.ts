import { defineOperation } from "../../../http/operation.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../../kernel/key-cursor.ts";
import { DEFAULT_PAGE_SIZE, ownerParams, pageQuery } from "../../schemas.ts";
import { presentRelease } from "../present-releases.ts";
import { releaseError } from "../release-error.ts";

/** estates.md "Release of a will". */
export const listReleases = defineOperation({
	operationId: "listReleaseRequests",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will/release-requests",
	tag: "Estate profiles",
	summary: "List release requests of a will, newest first",
	description: "The owner's wallet session sees all requests; a developer sees its own.",
	policy: "developer_or_wallet",
	readOnly: true,
	params: ownerParams,
	query: pageQuery,
	responses: { 200: "One page of release requests." },
	errors: [],
	handler: async ({ params: { ownerAddress }, query: { limit, cursor }, principal, services, now }) => {
		const answer = await services.estates.releases.list({
			viewer: principal,
			ownerAddress,
			after: parseKeyCursor("rel", cursor),
			limit: limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit),
		});
		if (answer.kind !== "requests") throw releaseError(answer);
		const data = answer.requests.map((request) => presentRelease(request, now));
		return { status: 200, body: { data, nextCursor: answer.next ? encodeKeyCursor(answer.next) : null } };
	},
});
