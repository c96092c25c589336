/** Cookies of the service (RFC 6265): one place for their names, attributes and parsing. */

/** Browsers reach these without TLS, and `Secure` or the prefix `__Host-` would make them drop the cookie. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);

export const SESSION_COOKIE = "access_token";

/** The prefix keeps neighbouring hosts from setting the cookie. */
export function hostCookieName(appOrigin: string, name: string): string {
	return isLocal(appOrigin) ? name : HOST_PREFIX + name;
}

/** Name of the cookie of a device that has logged in before. */
export function deviceCookieName(appOrigin: string): string {
	return hostCookieName(appOrigin, "device");
}

/** No Domain, so for this host only. */
export function cookieOf(input: {
	appOrigin: string;
	name: string;
	value: string;
	/** Zero deletes the cookie. */
	maxAgeSeconds: number;
	sameSite: "Lax" | "Strict";
}): string {
	const { appOrigin, name, value, maxAgeSeconds, sameSite } = input;
	const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", `SameSite=${sameSite}`];
	if (!isLocal(appOrigin)) attributes.push("Secure");
	return `${name}=${value}; ${attributes.join("; ")}`;
}

/** Browsers let no other host set a cookie of such a name. */
const HOST_PREFIX = "__Host-";

/** Of RFC 9110. `trim()` drops more, and then another name would count as this one. */
const OUTER_SPACE = /^[ \t]+|[ \t]+$/g;

/** All values of a name. More than one means that another path or a sibling host has set one of them. */
export function cookieValues(cookies: string | null, name: string): string[] {
	// Repeated Cookie headers arrive joined by a comma. But values may have commas too, and any host sets those.
	const separator = name.startsWith(HOST_PREFIX) ? ";" : /[;,]/;
	return (cookies ?? "")
		.split(separator)
		.map((pair) => pair.replace(OUTER_SPACE, ""))
		.filter((pair) => pair.startsWith(`${name}=`))
		.map((pair) => pair.slice(name.length + 1));
}

/** Undefined if the cookie is absent or ambiguous. */
export function soleCookie(headers: Headers, name: string): string | undefined {
	const [value, ...more] = cookieValues(headers.get("Cookie"), name);
	return more.length === 0 ? value : undefined;
}

/** The unverified sessions of our own pages: a wallet's, then a developer's. */
export function pageSessions(headers: Headers, appOrigin: string): string[] {
	const names = [hostCookieName(appOrigin, "wallet"), SESSION_COOKIE];
	return names.map((name) => soleCookie(headers, name)).filter((token) => token !== undefined);
}

function isLocal(appOrigin: string): boolean {
	const { protocol, hostname } = new URL(appOrigin);
	return protocol === "http:" && LOCAL_HOSTS.has(hostname);
}
