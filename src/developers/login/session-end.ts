/** What the ways to end a session share, whoever's it is. */
import type { PrincipalOf } from "../../http/policies.ts";
import { clearedSessionCookie } from "./session-cookie.ts";

/** The account object that holds the session. */
export function accountNameOf(principal: PrincipalOf["any_session"]): string {
	return principal.kind === "wallet" ? principal.subject : principal.developerId;
}

/** A wallet session has no cookie: one that the browser holds is of a developer's session, which goes on. */
export function loggedOutHeaders(
	principal: PrincipalOf["any_session"],
	appOrigin: string,
): Record<string, string> {
	return principal.kind === "wallet" ? {} : { "Set-Cookie": clearedSessionCookie(appOrigin) };
}
