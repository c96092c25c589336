/**
 * CORS for the operations that pages of an allowlisted origin may call (auth.md "Browsers"): exact origins, no
 * credentials, fixed headers.
 */
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { log } from "../kernel/log.ts";
import { StorageError } from "../kernel/storage-error.ts";
import type { HonoEnv } from "./hono-env.ts";
import { originOwnerOf } from "./origin-owner.ts";

/** Browsers may cache a preflight this long. A removed origin is still rejected at the request. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** If the database is down, pages are locked out, but requests that need no origin still work. */
async function ownerOrNobody(c: Context<HonoEnv>): Promise<string | undefined> {
	try {
		return await originOwnerOf(c);
	} catch (cause) {
		if (!(cause instanceof StorageError)) throw cause;
		log.warn("cors", { cause });
		return undefined;
	}
}

/** @param methods the methods of the path that pages may call */
export function allowOrigins(methods: string[]): MiddlewareHandler<HonoEnv> {
	return respondToPages(methods, async (origin, c) => {
		return (await ownerOrNobody(c)) === undefined ? null : origin;
	});
}

/** For paths that need no credential, store nothing and tell nobody's data. */
export function allowEveryOrigin(methods: string[]): MiddlewareHandler<HonoEnv> {
	return respondToPages(methods, "*");
}

function respondToPages(
	methods: string[],
	origin: "*" | ((origin: string, c: Context) => Promise<string | null>),
): MiddlewareHandler<HonoEnv> {
	const respondToPage = cors({
		origin,
		allowMethods: methods,
		allowHeaders: ["Content-Type"],
		exposeHeaders: ["X-Request-Id", "Retry-After", "Location", "RateLimit-Policy", "RateLimit"],
		maxAge: PREFLIGHT_MAX_AGE_SECONDS,
		credentials: false,
	});
	return (c, next) => {
		if (c.req.header("Origin") === undefined) return next();
		c.header("X-Request-Id", c.get("requestId"));
		return respondToPage(c, next);
	};
}
