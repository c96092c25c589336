import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { accountNameOf } from "../session-end.ts";

export const endedSessionsResponse = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({ ended: z.int().meta({ description: "How many sessions ended.", example: 2 }) })
		.meta({ id: "EndedSessions" }),
);

export const endOtherSessionsDescription =
	"Immediately ends every session of the account except the one that sends the request. API keys stay valid.";

export const endOtherSessions = defineOperation({
	operationId: "endOtherSessions",
	method: "DELETE",
	path: "/auth/sessions",
	tag: "Developer authentication",
	summary: "End all other sessions",
	policy: "any_session",
	responses: { 200: "The other sessions have ended." },
	errors: [],
	handler: async ({ principal, services, audit, now }) => {
		const { sessionId } = principal;
		const accountName = accountNameOf(principal);
		const ended = await services.developers.endOtherSessions({ accountName, sessionId, now });
		await audit({ action: "session.closed_others", target: accountName });
		return { status: 200, body: { ended } };
	},
});
