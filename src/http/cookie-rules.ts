import { mediaTypeOf } from "./media-type.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const OWN_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Protects cookie sessions against cross-site requests (auth.md "Browsers"): an unsafe request needs a content type
 * that forms cannot send and headers of the service's own pages.
 *
 * @returns the reason for a rejection
 */
export function cookieProblem(method: string, headers: Headers, appOrigin: string): string | undefined {
	if (SAFE_METHODS.has(method)) return undefined;
	const origin = headers.get("Origin");
	const site = headers.get("Sec-Fetch-Site");
	if ((origin !== null && origin !== appOrigin) || (site !== null && !OWN_SITES.has(site))) {
		return "A session cookie is accepted only from the service's own pages. Elsewhere, use an API key pair or a bearer token.";
	}
	if (mediaTypeOf(headers.get("Content-Type")) !== "application/json") {
		return "With a session cookie, a request that changes something needs `Content-Type: application/json`, even without a body.";
	}
	return undefined;
}
