/** The session cookie of developers (auth.md "The session cookie", RFC 6265). */
const COOKIE_NAME = "access_token";

/** Hosts on the developer's own machine, which browsers reach without TLS. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);

/** The `Set-Cookie` value that sets a session. Times are unix milliseconds. */
export function sessionCookie(input: {
	appOrigin: string;
	token: string;
	expiresAt: number;
	now: number;
}): string {
	const maxAgeSeconds = Math.max(0, Math.floor((input.expiresAt - input.now) / 1000));
	return cookie(input.appOrigin, input.token, maxAgeSeconds);
}

/** The `Set-Cookie` value that removes it. */
export function clearedSessionCookie(appOrigin: string): string {
	return cookie(appOrigin, "", 0);
}

/** Without Domain the cookie is sent to this host only. Lax sends it after a link, but not with a foreign form. */
function cookie(appOrigin: string, value: string, maxAgeSeconds: number): string {
	const { protocol, hostname } = new URL(appOrigin);
	const isLocal = protocol === "http:" && LOCAL_HOSTS.has(hostname);
	const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", "SameSite=Lax"];
	if (!isLocal) attributes.push("Secure");
	return `${COOKIE_NAME}=${value}; ${attributes.join("; ")}`;
}
