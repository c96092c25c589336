/**
 * A session cookie rides along by itself, so a request that changes something must show that it comes from
 * the service's own pages (auth.md "Browsers"): by a content type that no form can send, and by what the
 * browser says of where it comes from. Bearer tokens and keys need none of this: no browser adds them.
 */
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** The parameter is what some clients add by themselves; it changes nothing. All others are refused. */
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;

const OWN_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Why a request must not be made with a cookie, for its sender; undefined where it may. Pure.
 * @param appOrigin as `URL.origin` gives it, which is how browsers spell it; compared to the letter
 */
export function cookieProblem(method: string, headers: Headers, appOrigin: string): string | undefined {
	if (SAFE_METHODS.has(method)) return undefined;
	const origin = headers.get("Origin");
	const site = headers.get("Sec-Fetch-Site");
	if ((origin !== null && origin !== appOrigin) || (site !== null && !OWN_SITES.has(site))) {
		return "A session cookie is accepted only from the service's own pages. Elsewhere, use an API key or a bearer token.";
	}
	if (!JSON_TYPE.test(headers.get("Content-Type") ?? "")) {
		return "With a session cookie, a call that changes something needs `Content-Type: application/json`, also without a body.";
	}
	return undefined;
}
