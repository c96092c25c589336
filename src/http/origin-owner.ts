import type { Context } from "hono";
import { AppError } from "../kernel/app-error.ts";
import type { HonoEnv } from "./hono-env.ts";
import { canLookUpOrigin, WINDOW_SECONDS } from "./rate-limit.ts";

/**
 * The developer for whom the request's `Origin` is allowed, if any. One query per request.
 *
 * @throws AppError RATE_LIMITED, because any caller can invent origins
 */
export function originOwnerOf(c: Context<HonoEnv>): Promise<string | undefined> {
	const known = c.get("originOwner");
	if (known) return known;
	const asked = ask(c);
	c.set("originOwner", asked);
	return asked;
}

async function ask(c: Context<HonoEnv>): Promise<string | undefined> {
	const origin = c.req.header("Origin");
	const { origins } = c.get("services").access;
	if (origin === undefined || !origins.isAllowable(origin)) return undefined;
	if (await canLookUpOrigin(c)) return origins.ownerOf(origin);
	throw new AppError({
		code: "RATE_LIMITED",
		message: "Too many requests by pages from this address. Wait a minute, then try again.",
		retryAfterSeconds: WINDOW_SECONDS,
	});
}
