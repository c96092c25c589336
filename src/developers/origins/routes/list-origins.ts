import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { originResponse, presentOrigin } from "../origin-schemas.ts";

const originListResponse = lazy(() =>
	z.strictObject({ data: z.array(originResponse()) }).meta({ id: "BrowserOriginList" }),
);

export const listOrigins = defineOperation({
	operationId: "listOrigins",
	method: "GET",
	path: "/origins",
	tag: "Browser origins",
	summary: doc("List your browser origins"),
	policy: "developer_session",
	readOnly: true,
	responses: {
		200: {
			description: doc("All browser origins of the account, in alphabetical order."),
			schema: originListResponse,
		},
	},
	errors: [],
	handler: async ({ principal, services }) => {
		const origins = await services.access.origins.list(principal.developerId);
		return { status: 200, body: { data: origins.map(presentOrigin) } };
	},
});
