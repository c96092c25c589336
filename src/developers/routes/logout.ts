import { defineOperation } from "../../http/operation.ts";
import { clearedSessionCookie } from "../session-cookie.ts";

export const logout = defineOperation({
	operationId: "logout",
	method: "POST",
	path: "/auth/logout",
	tag: "Developer authentication",
	summary: "Log out",
	description: "Ends this session at once, for its token and its cookie alike. Other sessions go on.",
	policy: "developer-session",
	responses: { 200: "The session has ended." },
	errors: [],
	handler: async ({ principal, services, audit }) => {
		await services.developers.logout(principal);
		await audit({ action: "session.closed", target: principal.sessionId });
		return {
			status: 200,
			headers: { "Set-Cookie": clearedSessionCookie(services.config.appOrigin) },
			body: {},
		};
	},
});
