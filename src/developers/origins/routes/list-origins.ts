import { defineOperation } from "../../../http/operation.ts";
import { presentOrigin } from "../present-origins.ts";

/** auth.md "Browsers". */
export const listOrigins = defineOperation({
	operationId: "listOrigins",
	method: "GET",
	path: "/origins",
	tag: "Browser origins",
	summary: "List your browser origins",
	policy: "developer_session",
	readOnly: true,
	responses: { 200: "All browser origins of the account, in alphabetical order." },
	errors: [],
	handler: async ({ principal, services }) => {
		const origins = await services.access.origins.list(principal.developerId);
		return { status: 200, body: { data: origins.map(presentOrigin) } };
	},
});
