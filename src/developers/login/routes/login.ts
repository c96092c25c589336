import type { AuditEntry } from "../../../audit/audit-event.ts";
import { defineOperation } from "../../../http/operation.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import type { LoginAnswer } from "../../account/account-service.ts";
import { presentUser } from "../../account/present-developers.ts";
import { developerError } from "../../developer-error.ts";
import { loginBody } from "../../schemas.ts";
import { sessionCookie } from "../session-cookie.ts";

export const login = defineOperation({
	operationId: "login",
	method: "POST",
	path: "/auth/login",
	tag: "Developer authentication",
	summary: "Log in",
	description:
		"Opens a session of at most eight hours, which also ends after an hour without a request. The token is sent as the HTTP-only cookie `access_token`, and to callers other than browsers as `accessToken` too.",
	policy: "public",
	rateLimited: "login",
	body: loginBody,
	responses: { 200: "The session, with its cookie." },
	errors: ["INVALID_PASSWORD"],
	handler: async ({ body, services, headers, clientAddress, audit, now }) => {
		const answer = await services.developers.login({ ...body, clientAddress, now });
		const entry = entryOf(answer);
		if (entry) await audit(entry);
		if (answer.kind !== "logged-in") throw developerError(answer);
		const { user, token, expiresAt } = answer;
		const { appOrigin } = services.config;
		return {
			status: 200,
			headers: { "Set-Cookie": sessionCookie({ appOrigin, token, expiresAt, now }) },
			body: {
				user: presentUser(user),
				expiresAt: isoTime(expiresAt),
				...(!isFromBrowser(headers) && { accessToken: token }),
			},
		};
	},
});

/** Who is not logged in is nobody known: the account that was tried is the target. */
function entryOf(answer: LoginAnswer): AuditEntry | undefined {
	switch (answer.kind) {
		case "logged-in": {
			const { developerId } = answer.user;
			return { action: "session.opened", actor: developerId, target: developerId };
		}
		case "wrong-credentials":
			return { action: "session.refused", ...(answer.developerId && { target: answer.developerId }) };
		case "throttled":
			return { action: "session.throttled" };
		case "busy":
			return undefined;
	}
}

/** Script in a page must never see the token, so a browser gets it in the HTTP-only cookie alone. */
function isFromBrowser(headers: Headers): boolean {
	return headers.has("Origin") || headers.has("Sec-Fetch-Site");
}
