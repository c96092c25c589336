import { defineOperation } from "../../../http/operation.ts";
import { presentKey } from "../../account/present-developers.ts";

export const listApiKeys = defineOperation({
	operationId: "listApiKeys",
	method: "GET",
	path: "/auth/api-keys",
	tag: "Developer authentication",
	summary: "List the active API keys",
	description: "Oldest first; at most five. Secrets are never shown again.",
	policy: "developer_session",
	readOnly: true,
	responses: { 200: "The active keys." },
	errors: [],
	handler: async ({ principal, services, now }) => {
		const keys = await services.developers.listKeys({ developerId: principal.developerId, now });
		return { status: 200, body: { data: keys.map(presentKey) } };
	},
});
