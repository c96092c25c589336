import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { accountNameOf, loggedOutHeaders } from "../session-end.ts";
import { logoutResponse } from "../session-schemas.ts";

export const logout = defineOperation({
	operationId: "logout",
	method: "POST",
	path: "/auth/logout",
	tag: "Developer authentication",
	summary: doc("Log out"),
	description: doc(
		"Immediately ends this session of a developer or a wallet, for its token and its cookie. Other sessions stay open.",
	),
	policy: "any_session",
	cors: "allowlisted",
	responses: { 200: { description: doc("The session has ended."), schema: logoutResponse } },
	errors: [],
	handler: async ({ principal, services, audit }) => {
		const { sessionId } = principal;
		await services.developers.logout({ accountName: accountNameOf(principal), sessionId });
		await audit({ action: "session.closed", target: sessionId });
		return { status: 200, headers: loggedOutHeaders(principal, services.config.appOrigin), body: {} };
	},
});
