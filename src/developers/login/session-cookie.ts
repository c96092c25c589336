import { cookieOf, SESSION_COOKIE } from "../../http/cookies.ts";

/** auth.md "The session cookie". Times are unix milliseconds. */
export function sessionCookie(input: {
	appOrigin: string;
	token: string;
	expiresAt: number;
	now: number;
}): string {
	const maxAgeSeconds = Math.max(0, Math.floor((input.expiresAt - input.now) / 1000));
	return cookie(input.appOrigin, input.token, maxAgeSeconds);
}

/** Deletes the cookie. */
export function clearedSessionCookie(appOrigin: string): string {
	return cookie(appOrigin, "", 0);
}

/** Lax allows links but not forms of other sites. */
function cookie(appOrigin: string, value: string, maxAgeSeconds: number): string {
	return cookieOf({ appOrigin, name: SESSION_COOKIE, value, maxAgeSeconds, sameSite: "Lax" });
}
