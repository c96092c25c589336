/** Browser origins (RFC 6454, the form that browsers send in `Origin`). Pure. */

/** Labels of a host name as browsers send it, in ASCII; no wildcard, no trailing dot. */
const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/**
 * Whether text is exactly the origin of a site that may be allowed: https, or http on this machine where the
 * service itself runs there. An origin has no path, no trailing slash, no default port and no capital letters.
 * @param appOrigin the service's own, which needs no permission
 */
export function isAllowableOrigin(text: string, appOrigin: string): boolean {
	if (!URL.canParse(text) || text === appOrigin) return false;
	const { origin, protocol, hostname } = new URL(text);
	if (origin !== text || !HOST_NAME.test(hostname)) return false;
	if (protocol === "https:") return hostname.includes(".");
	return protocol === "http:" && isThisMachine(hostname) && isThisMachine(new URL(appOrigin).hostname);
}

function isThisMachine(hostname: string): boolean {
	return hostname === "localhost" || hostname === "127.0.0.1";
}
