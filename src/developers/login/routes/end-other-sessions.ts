import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { accountNameOf } from "../session-end.ts";

const endedSessionsResponse = lazy(() =>
	z
		.strictObject({ ended: z.int().meta({ description: doc("How many sessions ended."), example: 2 }) })
		.meta({ id: "EndedSessions" }),
);

export const endOtherSessions = defineOperation({
	operationId: "endOtherSessions",
	method: "DELETE",
	path: "/auth/sessions",
	tag: "Developer authentication",
	summary: doc("End all other sessions"),
	description: doc(
		"Immediately ends every session of the account except the one that sends the request. API keys stay valid.",
	),
	policy: "any_session",
	responses: { 200: { description: doc("The other sessions have ended."), schema: endedSessionsResponse } },
	errors: [],
	handler: async ({ principal, services, audit, now }) => {
		const { sessionId } = principal;
		const accountName = accountNameOf(principal);
		const ended = await services.developers.endOtherSessions({ accountName, sessionId, now });
		await audit({ action: "session.closed_others", target: accountName });
		return { status: 200, body: { ended } };
	},
});
