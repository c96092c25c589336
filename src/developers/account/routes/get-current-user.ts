import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { userGone } from "../../errors.ts";
import { currentUserResponse, presentUser } from "../account-schemas.ts";

export const getCurrentUser = defineOperation({
	operationId: "getCurrentUser",
	method: "GET",
	path: "/auth/me",
	tag: "Developer authentication",
	summary: doc("Get the account of the session"),
	policy: "developer_session",
	readOnly: true,
	responses: { 200: { description: doc("The account."), schema: currentUserResponse } },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ principal, services }) => {
		const user = await services.developers.currentUser(principal);
		if (!user) throw userGone();
		const { emailConfirmedAt } = user;
		return {
			status: 200,
			body: {
				user: presentUser(user),
				emailConfirmedAt: emailConfirmedAt === null ? null : isoTime(emailConfirmedAt),
			},
		};
	},
});
