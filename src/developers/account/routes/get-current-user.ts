import { defineOperation } from "../../../http/operation.ts";
import { developerError } from "../../developer-error.ts";
import { presentUser } from "../present-developers.ts";

export const getCurrentUser = defineOperation({
	operationId: "getCurrentUser",
	method: "GET",
	path: "/auth/me",
	tag: "Developer authentication",
	summary: "Get the account of the session",
	policy: "developer_session",
	readOnly: true,
	responses: { 200: "The account." },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ principal, services }) => {
		const answer = await services.developers.currentUser(principal);
		if (answer.kind !== "found") throw developerError(answer);
		return { status: 200, body: { user: presentUser(answer.user) } };
	},
});
