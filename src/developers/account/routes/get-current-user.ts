import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { isoTimeOrNull } from "../../../kernel/time/iso-time.ts";
import { userGone } from "../../errors.ts";
import { currentUserResponse, presentMailStop, presentUser } from "../account-schemas.ts";

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
		const stop = await services.developers.findMailStop(user);
		return {
			status: 200,
			body: {
				user: presentUser(user),
				emailConfirmedAt: isoTimeOrNull(emailConfirmedAt),
				mailStopped: stop && presentMailStop(stop),
			},
		};
	},
});
