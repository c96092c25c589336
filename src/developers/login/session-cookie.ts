/** The session cookie of developers (design/auth.md "Browsers"; RFC 6265). */
const COOKIE_NAME = "access_token";

/** Hosts that browsers reach without TLS on the developer's own machine. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);

/**
 * The `Set-Cookie` value that carries a session.
 * @param expiresAt @param now unix milliseconds
 */
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

/** No Domain: the cookie stays with this very host. Lax: it comes along with a link, not with a foreign form. */
function cookie(appOrigin: string, value: string, maxAgeSeconds: number): string {
	const { protocol, hostname } = new URL(appOrigin);
	const isLocal = protocol === "http:" && LOCAL_HOSTS.has(hostname);
	const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", "SameSite=Lax"];
	if (!isLocal) attributes.push("Secure");
	return `${COOKIE_NAME}=${value}; ${attributes.join("; ")}`;
}
