const COOKIE_NAME = "access_token";

/** Browsers reach these without TLS. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);

/** auth.md "The session cookie", RFC 6265. Times are unix milliseconds. */
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

/** No Domain, so for this host only. Lax allows links but not forms of other sites. */
function cookie(appOrigin: string, value: string, maxAgeSeconds: number): string {
	const { protocol, hostname } = new URL(appOrigin);
	const isLocal = protocol === "http:" && LOCAL_HOSTS.has(hostname);
	const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", "SameSite=Lax"];
	if (!isLocal) attributes.push("Secure");
	return `${COOKIE_NAME}=${value}; ${attributes.join("; ")}`;
}
