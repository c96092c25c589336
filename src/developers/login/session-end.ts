import type { PrincipalOf } from "../../http/policies.ts";
import { clearedSessionCookie } from "./session-cookie.ts";

export function accountNameOf(principal: PrincipalOf["any_session"]): string {
	return principal.kind === "wallet" ? principal.subject : principal.developerId;
}

/** A wallet session has no cookie, so the browser's cookie is another session. */
export function loggedOutHeaders(
	principal: PrincipalOf["any_session"],
	appOrigin: string,
): Record<string, string> {
	return principal.kind === "wallet" ? {} : { "Set-Cookie": clearedSessionCookie(appOrigin) };
}
