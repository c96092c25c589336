import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../../kernel/paging/key-cursor.ts";
import { nextCursorField, pageFields } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { ownerParams } from "../../profile/owner-schemas.ts";
import { presentRelease, releaseRequestSchema } from "../release-schemas.ts";

const query = lazy(() => z.strictObject(pageFields()));

const listReleaseRequestsResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(releaseRequestSchema()).meta({ description: doc("Newest first.") }),
			nextCursor: nextCursorField(),
		})
		.meta({ id: "ReleaseRequestList" }),
);

/** estates.md "Release of a will". */
export const listReleases = defineOperation({
	operationId: "listReleaseRequests",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will/release-requests",
	tag: "Estate profiles",
	summary: doc("List release requests of a will, newest first"),
	description: doc("The owner's wallet session sees all requests; a developer sees its own."),
	policy: "developer_or_wallet",
	readOnly: true,
	params: ownerParams,
	query,
	responses: {
		200: { description: doc("One page of release requests."), schema: listReleaseRequestsResponse },
	},
	errors: [],
	handler: async ({ params: { ownerAddress }, query: { limit, cursor }, principal, services, now }) => {
		const { rows, next } = await services.estates.releases.list({
			viewer: principal,
			ownerAddress,
			after: parseKeyCursor("rel", cursor),
			limit: pageSizeOf(limit),
		});
		const data = rows.map((request) => presentRelease(request, now));
		return { status: 200, body: { data, nextCursor: next ? encodeKeyCursor(next) : null } };
	},
});
