/**
 * CORS for the few calls that a page of an allowlisted origin may make itself (auth.md "Browsers"): exact
 * origins, no credentials, fixed headers. To every other origin nothing is said, so its browser refuses.
 */
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { StorageError } from "../kernel/storage-error.ts";
import type { HonoEnv } from "./hono-env.ts";
import { originOwnerOf } from "./origin-owner.ts";

/** How long a browser may remember a preflight; an origin that was removed is refused at the call itself. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** A database that is down keeps pages out; calls that need no origin go on without it. */
async function ownerOrNobody(c: Context<HonoEnv>): Promise<string | undefined> {
	try {
		return await originOwnerOf(c);
	} catch (cause) {
		if (!(cause instanceof StorageError)) throw cause;
		console.warn(JSON.stringify({ level: "warn", event: "cors", cause: String(cause) }));
		return undefined;
	}
}

/** @param methods those of the path that pages may call */
export function allowOrigins(methods: string[]): MiddlewareHandler<HonoEnv> {
	const answerPage = cors({
		origin: async (origin, c) => {
			return (await ownerOrNobody(c)) === undefined ? null : origin;
		},
		allowMethods: methods,
		allowHeaders: ["Content-Type"],
		exposeHeaders: ["X-Request-Id", "Retry-After", "Location", "RateLimit-Policy", "RateLimit"],
		maxAge: PREFLIGHT_MAX_AGE_SECONDS,
		credentials: false,
	});
	return (c, next) => {
		if (c.req.header("Origin") === undefined) return next();
		c.header("X-Request-Id", c.get("requestId"));
		return answerPage(c, next);
	};
}
