export const ORIGIN_STATUSES = ["requested", "allowed", "refused"] as const;
export type OriginStatus = (typeof ORIGIN_STATUSES)[number];

/** Times are unix milliseconds. */
export type BrowserOrigin = {
	originId: string;
	origin: string;
	developerId: string;
	status: OriginStatus;
	requestedAt: number;
	decidedAt: number | null;
	decidedBy: string | null;
	reason: string | null;
};

export type OriginDecision = {
	originId: string;
	/** Null with its reason where no reviewer has to decide. */
	reviewerId: string | null;
	status: "allowed" | "refused";
	reason: string | null;
	now: number;
};

/** Without wildcard or trailing dot. */
const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Accepts exactly a serialised origin (RFC 6454): https, or http on this machine if the service runs there. */
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

/**
 * `localhost` is each visitor's own machine, so such a site misleads nobody else, and no reviewer decides.
 * @param origin that `isAllowableOrigin` accepts
 */
export const needsReviewer = (origin: string): boolean => !origin.startsWith("http:");
