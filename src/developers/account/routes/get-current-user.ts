import { defineOperation } from "../../../http/operation.ts";
import { userGone } from "../../errors.ts";
import { presentUser, userResponse } from "../account-schemas.ts";

export const getCurrentUser = defineOperation({
	operationId: "getCurrentUser",
	method: "GET",
	path: "/auth/me",
	tag: "Developer authentication",
	summary: "Get the account of the session",
	policy: "developer_session",
	readOnly: true,
	responses: { 200: { description: "The account.", schema: userResponse } },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ principal, services }) => {
		const user = await services.developers.currentUser(principal);
		if (!user) throw userGone();
		return { status: 200, body: { user: presentUser(user) } };
	},
});
