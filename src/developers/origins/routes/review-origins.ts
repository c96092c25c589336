import { defineOperation } from "../../../http/operation.ts";
import { originReviewQuery } from "../../access-schemas.ts";
import { presentReviewedOrigin } from "../present-origins.ts";

/** auth.md "Browsers": origins are allowed by a reviewer. */
export const reviewOrigins = defineOperation({
	operationId: "reviewOrigins",
	method: "GET",
	path: "/review/origins",
	tag: "Review",
	summary: "List browser origins by status, oldest request first",
	policy: "reviewer",
	readOnly: true,
	query: originReviewQuery,
	responses: { 200: "At most 100 origins." },
	errors: [],
	handler: async ({ query: { status = "requested" }, services }) => {
		const origins = await services.access.origins.listByStatus(status);
		return { status: 200, body: { data: origins.map(presentReviewedOrigin) } };
	},
});
