import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { accountNameOf, loggedOutHeaders } from "../session-end.ts";
import { logoutResponse } from "../session-schemas.ts";

export const logoutEverywhere = defineOperation({
	operationId: "logoutEverywhere",
	method: "POST",
	path: "/auth/logout-all",
	tag: "Developer authentication",
	summary: doc("Log out everywhere"),
	description: doc(
		"Immediately ends every session of the account, including this one. API keys stay valid. For a wallet session: every session of that address with the same proof, by its key or by its contract on that chain.",
	),
	policy: "any_session",
	responses: { 200: { description: doc("All sessions have ended."), schema: logoutResponse } },
	errors: [],
	handler: async ({ principal, services, audit }) => {
		const accountName = accountNameOf(principal);
		await services.developers.logoutEverywhere({ accountName });
		await audit({ action: "session.closed_all", target: accountName });
		return { status: 200, headers: loggedOutHeaders(principal, services.config.appOrigin), body: {} };
	},
});
