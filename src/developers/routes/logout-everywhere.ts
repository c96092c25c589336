import { defineOperation } from "../../http/operation.ts";
import { clearedSessionCookie } from "../session-cookie.ts";

export const logoutEverywhere = defineOperation({
	operationId: "logoutEverywhere",
	method: "POST",
	path: "/auth/logout-all",
	tag: "Developer authentication",
	summary: "Log out everywhere",
	description: "Ends every session of the account at once, this one too. API keys go on.",
	policy: "developer-session",
	responses: { 200: "All sessions have ended." },
	errors: [],
	handler: async ({ principal, services, audit }) => {
		const { developerId } = principal;
		await services.developers.logoutEverywhere({ developerId });
		await audit({ action: "session.closed_all", target: developerId });
		return {
			status: 200,
			headers: { "Set-Cookie": clearedSessionCookie(services.config.appOrigin) },
			body: {},
		};
	},
});
