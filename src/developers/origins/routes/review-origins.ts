import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { ORIGIN_STATUSES } from "../origin.ts";
import { presentReviewedOrigin, reviewedOriginResponse } from "../origin-schemas.ts";

const reviewQuery = lazy(() => z.strictObject({ status: z.enum(ORIGIN_STATUSES).optional() }));

const reviewedOriginListResponse = lazy(() =>
	z.strictObject({ data: z.array(reviewedOriginResponse()) }).meta({ id: "ReviewedOriginList" }),
);

export const reviewOrigins = defineOperation({
	operationId: "reviewOrigins",
	method: "GET",
	path: "/review/origins",
	tag: "Review",
	summary: doc("List browser origins by status, oldest request first"),
	policy: "reviewer",
	readOnly: true,
	query: reviewQuery,
	responses: { 200: { description: doc("At most 100 origins."), schema: reviewedOriginListResponse } },
	errors: [],
	handler: async ({ query: { status = "requested" }, services }) => {
		const origins = await services.access.origins.listByStatus(status);
		return { status: 200, body: { data: origins.map(presentReviewedOrigin) } };
	},
});
