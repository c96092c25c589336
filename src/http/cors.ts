/**
 * CORS (auth.md "Browser origins and CORS"): operations without a credential are open to every origin, those of
 * claimants and owners to allowlisted origins. No other origin reads a response to a cookie.
 */
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { StorageError } from "../kernel/errors/storage-error.ts";
import { log } from "../kernel/log.ts";
import type { HonoEnv } from "./hono-env.ts";
import type { Operation } from "./operation.ts";
import { originOwnerOf } from "./origin-owner.ts";

type CorsRow = Pick<Operation, "method" | "cors">;

const SHARED = {
	exposeHeaders: ["X-Request-Id", "Retry-After", "Location", "RateLimit-Policy", "RateLimit"],
	/** A removed origin is still rejected at the request itself. */
	maxAge: 600,
	credentials: false,
};

const ifAllowlisted = async (origin: string, c: Context<HonoEnv>) =>
	(await ownerOrNobody(c)) === undefined ? null : origin;

/** For a file or key set outside the route table. */
export const PUBLIC_READ: CorsRow = { method: "GET", cors: "public" };

/** @param rows the operations of one path */
export function allowPages(rows: readonly CorsRow[]): MiddlewareHandler<HonoEnv> {
	const open = methodsOf(rows.filter((row) => row.cors === "public"));
	const listed = methodsOf(rows.filter((row) => row.cors === "allowlisted" || row.cors === "signed"));
	const respondToEveryPage = cors({
		...SHARED,
		origin: "*",
		allowMethods: open,
		allowHeaders: ["Content-Type"],
	});
	const respondToAllowlistedPage = cors({
		...SHARED,
		origin: ifAllowlisted,
		allowMethods: listed,
		allowHeaders: ["Content-Type", "Authorization", "Idempotency-Key"],
	});
	const served = methodsOf(rows);
	return (c, next) => {
		const method = calledMethodOf(c);
		if (!served.includes(method)) return showRejection(c, next);
		// Sent without `Origin` too, because shared caches may keep the response for a page.
		if (open.includes(method)) return respondToEveryPage(c, next);
		if (listed.includes(method) && c.req.header("Origin") !== undefined) {
			return respondToAllowlistedPage(c, next);
		}
		return next();
	};
}

const respondToAnyCall = cors({
	...SHARED,
	// A cached permission would also cover a POST that the path serves, since browsers keep headers apart from methods.
	maxAge: 0,
	origin: ifAllowlisted,
	allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
	allowHeaders: ["Content-Type", "Authorization", "Idempotency-Key"],
});

/** Lets allowlisted pages read the rejection of a path or method that no operation serves. */
export const showRejection: MiddlewareHandler<HonoEnv> = (c, next) =>
	c.req.header("Origin") === undefined ? next() : respondToAnyCall(c, next);

function methodsOf(rows: readonly CorsRow[]): string[] {
	return rows.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** A preflight names the method of the later request. */
function calledMethodOf(c: Context<HonoEnv>): string {
	return c.req.method === "OPTIONS" ? (c.req.header("Access-Control-Request-Method") ?? "") : c.req.method;
}

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
