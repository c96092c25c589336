import type { MiddlewareHandler } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type { HonoEnv } from "./hono-env.ts";

/** Sets `ETag`, and responds with 304 and no body if `If-None-Match` names it (RFC 9110 section 13.1.2). */
export const revalidate: MiddlewareHandler<HonoEnv> = etag({
	retainedHeaders: [
		...RETAINED_304_HEADERS,
		"x-request-id",
		"ratelimit-policy",
		"access-control-allow-origin",
		"access-control-expose-headers",
	],
});
