import { defineOperation } from "../../../http/operation.ts";
import { accountNameOf, loggedOutHeaders } from "../session-end.ts";

export const logoutEverywhere = defineOperation({
	operationId: "logoutEverywhere",
	method: "POST",
	path: "/auth/logout-all",
	tag: "Developer authentication",
	summary: "Log out everywhere",
	description:
		"Ends every session of the account at once, this one too. API keys go on. For a wallet session: every session of that address that was proven in the same way, by its key or by its contract on that chain.",
	policy: "any-session",
	responses: { 200: "All sessions have ended." },
	errors: [],
	handler: async ({ principal, services, audit }) => {
		const accountName = accountNameOf(principal);
		await services.developers.logoutEverywhere({ accountName });
		await audit({ action: "session.closed_all", target: accountName });
		return { status: 200, headers: loggedOutHeaders(principal, services.config.appOrigin), body: {} };
	},
});
