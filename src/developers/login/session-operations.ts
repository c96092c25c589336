import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import type { PrincipalOf } from "../../http/policies.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import { doneResponse } from "../account/account-schemas.ts";
import { clearedSessionCookie } from "./session-cookie.ts";
import { logoutResponse } from "./session-schemas.ts";

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
	handler: async ({ principal, services, audit }) => {
		const { sessionId } = principal;
		await services.developers.logout({ accountName: accountNameOf(principal), sessionId });
		await audit({ action: "session.closed", target: sessionId });
		return { status: 200, headers: loggedOutHeaders(principal, services.config.appOrigin), body: {} };
	},
});

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
	handler: async ({ principal, services, audit }) => {
		const accountName = accountNameOf(principal);
		await services.developers.logoutEverywhere({ accountName });
		await audit({ action: "session.closed_all", target: accountName });
		return { status: 200, headers: loggedOutHeaders(principal, services.config.appOrigin), body: {} };
	},
});

const listedSession = lazyObject("ListedSession", () => ({
	sessionId: z.string().describe(doc("Names the session. It is no credential.")),
	createdAt: timestampSchema(),
	lastUsedAt: timestampSchema().describe(doc("Noted once a minute at most.")),
	expiresAt: timestampSchema().describe(doc("When the session expires at the latest.")),
	current: z.boolean().describe(doc("Whether this session sent the request.")),
}));

export const sessionListResponse = lazyObject("SessionList", () => ({ data: z.array(listedSession()) }));

export const listSessions = defineOperation({
	operationId: "listSessions",
	method: "GET",
	path: "/auth/sessions",
	tag: "Developer authentication",
	summary: doc("List the sessions of the account"),
	description: doc(
		"The sessions that are still valid, newest first. For a wallet session: those of the address with the same proof. The service stores nothing about the client that opened a session.",
	),
	policy: "any_session",
	readOnly: true,
	responses: { 200: { description: doc("All valid sessions, 20 at most."), schema: sessionListResponse } },
	handler: async ({ principal, services, now }) => {
		const sessions = await services.developers.listSessions({ accountName: accountNameOf(principal), now });
		const data = sessions.map(({ sessionId, openedAt, lastSeenAt, expiresAt }) => ({
			sessionId,
			createdAt: isoTime(openedAt),
			lastUsedAt: isoTime(lastSeenAt),
			expiresAt: isoTime(expiresAt),
			current: sessionId === principal.sessionId,
		}));
		return { status: 200, body: { data } };
	},
});

const sessionIdParam = lazyObject(() => ({
	sessionId: z.string().regex(/^ses_[0-9a-f]{32}$/, "must be `ses_` and 32 lower-case hex digits"),
}));

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

const endedSessionsResponse = lazyObject("EndedSessions", () => ({
	ended: z.int().meta({ description: doc("How many sessions ended."), example: 2 }),
}));

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
	handler: async ({ principal, services, audit, now }) => {
		const { sessionId } = principal;
		const accountName = accountNameOf(principal);
		const ended = await services.developers.endOtherSessions({ accountName, sessionId, now });
		await audit({ action: "session.closed_others", target: accountName });
		return { status: 200, body: { ended } };
	},
});

function accountNameOf(principal: PrincipalOf["any_session"]): string {
	return principal.kind === "wallet" ? principal.subject : principal.developerId;
}

/** A wallet session has no cookie, so the browser's cookie is another session. */
function loggedOutHeaders(principal: PrincipalOf["any_session"], appOrigin: string): Record<string, string> {
	return principal.kind === "wallet" ? {} : { "Set-Cookie": clearedSessionCookie(appOrigin) };
}
