/** The common response headers (auth.md "Browsers"). Built once per isolate and copied for speed. */
import type { Context } from "hono";
import type { HonoEnv } from "./hono-env.ts";
import { describeRateLimit } from "./rate-limit.ts";

/** `base-uri` and `form-action` do not fall back to `default-src`. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const COMMON = {
	"X-Content-Type-Options": "nosniff",
	// Sends no referrer to other sites. `no-referrer` would also make `Origin` null on our own forms.
	"Referrer-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	// Browsers without frame-ancestors need this.
	"X-Frame-Options": "DENY",
	"Content-Security-Policy": DATA_POLICY,
	"Cache-Control": "no-store",
};

/** Without includeSubDomains, because other hosts of the domain are not ours. */
const TRANSPORT_SECURITY = "max-age=31536000";

function prepare(headers: Record<string, string>) {
	return { list: Object.entries(headers), set: new Headers(headers) };
}

const overHttp = prepare(COMMON);
const overHttps = prepare({ ...COMMON, "Strict-Transport-Security": TRANSPORT_SECURITY });

function commonHeaders(c: Context<HonoEnv>): ReturnType<typeof prepare> {
	const appOrigin = c.get("services")?.config.appOrigin;
	return appOrigin?.startsWith("https:") ? overHttps : overHttp;
}

/** Responses depend on the caller, so caches must not store them. */
export function responseHeaders(c: Context<HonoEnv>): Headers {
	const headers = new Headers(commonHeaders(c).set);
	headers.set("X-Request-Id", c.get("requestId"));
	const rateLimit = c.get("rateLimit");
	if (rateLimit) describeRateLimit(rateLimit, headers);
	return headers;
}

/** For responses built without `responseHeaders`: assets, preflights and pages. */
export function secureResponse(c: Context<HonoEnv>): void {
	const { headers } = c.res;
	if (headers.has("Cross-Origin-Resource-Policy")) return;
	for (const [name, value] of commonHeaders(c).list) if (!headers.has(name)) headers.set(name, value);
	if (!headers.has("X-Request-Id")) headers.set("X-Request-Id", c.get("requestId"));
}
