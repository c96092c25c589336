/** Browser origins (RFC 6454, the form that browsers send in `Origin`). Pure. */

/**
 * Whether text is exactly the origin of a site that may be allowed: https, or http on this machine where the
 * service itself runs there. An origin has no path, no trailing slash, no default port and no capital letters.
 * @param appOrigin the service's own, which needs no permission
 */
export function isAllowableOrigin(text: string, appOrigin: string): boolean {
	if (!URL.canParse(text) || text === appOrigin) return false;
	const { origin, protocol, hostname } = new URL(text);
	if (origin !== text || hostname.endsWith(".")) return false;
	if (protocol === "https:") return hostname.includes(".");
	return protocol === "http:" && isThisMachine(hostname) && isThisMachine(new URL(appOrigin).hostname);
}

function isThisMachine(hostname: string): boolean {
	return hostname === "localhost" || hostname === "127.0.0.1";
}
