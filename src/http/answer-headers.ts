/**
 * Headers that every answer has, and those that keep a browser from doing more with it than show it (auth.md
 * "Browsers"). They are put together once: an answer copies them, which costs two microseconds.
 */
import type { Context } from "hono";
import type { HonoEnv } from "./hono-env.ts";
import { describeRateLimit } from "./rate-limit.ts";

/** Of data: it loads nothing and stands in no frame. Pages have a policy of their own. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const COMMON = {
	"X-Content-Type-Options": "nosniff",
	// Nothing goes to other sites, and `Origin` stays what it is for our own, which `no-referrer` makes null.
	"Referrer-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	// For browsers that do not know frame-ancestors.
	"X-Frame-Options": "DENY",
	"Content-Security-Policy": DATA_POLICY,
	"Cache-Control": "no-store",
};

/** A year, for this host alone: what else its domain serves is not ours to decide. */
const TRANSPORT_SECURITY = "max-age=31536000";

/** A list to go through and a set to copy: going through a set costs more than copying it. */
function prepared(headers: Record<string, string>) {
	return { list: Object.entries(headers), set: new Headers(headers) };
}

const overHttp = prepared(COMMON);
const overHttps = prepared({ ...COMMON, "Strict-Transport-Security": TRANSPORT_SECURITY });

function commonHeaders(c: Context<HonoEnv>): ReturnType<typeof prepared> {
	// Absent where the settings are wrong: then there is no origin to speak of.
	const appOrigin = c.get("services")?.config.appOrigin;
	return appOrigin?.startsWith("https:") ? overHttps : overHttp;
}

/** The headers of an answer with data, to add to. It depends on its caller, so nobody stores it. */
export function answerHeaders(c: Context<HonoEnv>): Headers {
	const headers = new Headers(commonHeaders(c).set);
	headers.set("X-Request-Id", c.get("requestId"));
	const rateLimit = c.get("rateLimit");
	if (rateLimit) describeRateLimit(rateLimit, headers);
	return headers;
}

/** Adds what is missing to an answer that was not made of `answerHeaders`: an asset, a preflight, a page. */
export function secureAnswer(c: Context<HonoEnv>): void {
	const { headers } = c.res;
	if (headers.has("Cross-Origin-Resource-Policy")) return;
	for (const [name, value] of commonHeaders(c).list) if (!headers.has(name)) headers.set(name, value);
	if (!headers.has("X-Request-Id")) headers.set("X-Request-Id", c.get("requestId"));
}
