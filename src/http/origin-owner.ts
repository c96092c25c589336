import type { Context } from "hono";
import { AppError } from "../kernel/errors/app-error.ts";
import type { HonoEnv } from "./hono-env.ts";
import type { Page } from "./principal.ts";
import { canLookUpOrigin, WINDOW_SECONDS } from "./rate-limit.ts";

const KNOWN_MS = 60_000;

/**
 * Origins that were lately allowed, with their expiry. They get a larger rate limit than invented origins, because
 * all visitors behind one address share it. Each request still reads the database.
 */
const knownUntil = new Map<string, number>();

/**
 * The developer for whom the request's `Origin` is allowed, if any. Costs one query per request.
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

/**
 * The page that sent the request; null for the service's own pages and for callers that are not pages; `foreign` if
 * the origin is not allowlisted.
 */
export async function pageOf(c: Context<HonoEnv>): Promise<Page | "foreign" | null> {
	const origin = c.req.header("Origin");
	if (origin === undefined || origin === c.get("services").config.appOrigin) return null;
	const developerId = await originOwnerOf(c);
	return developerId === undefined ? "foreign" : { origin, developerId };
}

async function ask(c: Context<HonoEnv>): Promise<string | undefined> {
	const origin = c.req.header("Origin");
	const { origins } = c.get("services").access;
	if (origin === undefined || !origins.isAllowable(origin)) return undefined;
	const isKnown = (knownUntil.get(origin) ?? 0) > Date.now();
	if (await canLookUpOrigin(c, isKnown)) {
		const ownerId = await origins.ownerOf(origin);
		if (ownerId === undefined) knownUntil.delete(origin);
		else knownUntil.set(origin, Date.now() + KNOWN_MS);
		return ownerId;
	}
	throw new AppError({
		code: "RATE_LIMITED",
		message:
			"Too many requests by pages from this address. Wait a minute, then try again. A server sends no `Origin` header.",
		retryAfterSeconds: WINDOW_SECONDS,
	});
}
