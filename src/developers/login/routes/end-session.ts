import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { AppError } from "../../../kernel/errors/app-error.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { doneResponse } from "../../account/account-schemas.ts";
import { accountNameOf, loggedOutHeaders } from "../session-end.ts";

const sessionIdParam = lazy(() =>
	z.strictObject({
		sessionId: z.string().regex(/^ses_[0-9a-f]{32}$/, "must be `ses_` and 32 lower-case hex digits"),
	}),
);

export const endSession = defineOperation({
	operationId: "endSession",
	method: "DELETE",
	path: "/auth/sessions/{sessionId}",
	tag: "Developer authentication",
	summary: doc("End one session"),
	description: doc("Immediately ends a session of the account, which may be the one that sends the request."),
	policy: "any_session",
	params: sessionIdParam,
	responses: { 200: { description: doc("The session has ended."), schema: doneResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { sessionId }, principal, services, audit }) => {
		const isEnded = await services.developers.endSession({
			accountName: accountNameOf(principal),
			sessionId,
		});
		if (!isEnded) {
			throw new AppError({
				code: "RESOURCE_NOT_FOUND",
				message:
					"The account has no session with this id. It may have ended. List the sessions to see their ids.",
			});
		}
		await audit({ action: "session.closed", target: sessionId });
		const isCurrent = sessionId === principal.sessionId;
		const headers = isCurrent ? loggedOutHeaders(principal, services.config.appOrigin) : {};
		return { status: 200, headers, body: {} };
	},
});
