/**
 * Rate limits by the platform's bindings (auth.md "Rate limits"). They report no remaining count, so responses carry
 * only the policy. A rejection by a budget of the caller's own carries what is left of it.
 */
import type { Context, MiddlewareHandler } from "hono";
import { sha256Hex } from "../kernel/crypto/sha256.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { log } from "../kernel/log.ts";
import { pageSessions } from "./cookies.ts";
import type { AppliedRateLimit, HonoEnv, RateLimitName } from "./hono-env.ts";
import type { Operation } from "./operation.ts";
import type { Principal } from "./principal.ts";
import { clientAddressOf } from "./request-audit.ts";

/** Window of every binding in wrangler.toml, and so the longest time until it resets. */
export const WINDOW_SECONDS = 60;

const BINDINGS = {
	public: "PUBLIC_RATE_LIMIT",
	login: "LOGIN_RATE_LIMIT",
	credential: "CREDENTIAL_RATE_LIMIT",
} as const;

/** Counts by credential, or without one by client address. If the binding fails, the request passes. */
export async function checkRateLimit(
	c: Context<HonoEnv>,
	operation: Operation,
	principal: Principal,
): Promise<AppError | undefined> {
	const credential = credentialOf(principal);
	if (credential !== undefined) return count(c, "credential", credential);
	const name = nameFor(operation, principal);
	return name && count(c, name, clientAddressOf(c.req.raw.headers), operation.policy === "public");
}

/** Limits database look-ups of API keys unknown to KV, by client address. */
export function canLookUpKey(c: Context<HonoEnv>): Promise<boolean> {
	return isWithin(c.env, "public", `unknown-key:${clientAddressOf(c.req.raw.headers)}`);
}

/**
 * Limits database look-ups of browser origins, by client address. @param isKnown true if the origin was lately
 * allowed
 */
export function canLookUpOrigin(c: Context<HonoEnv>, isKnown: boolean): Promise<boolean> {
	const address = clientAddressOf(c.req.raw.headers);
	return isWithin(c.env, isKnown ? "credential" : "public", `origin:${address}`);
}

/** For calls of a session outside the route table. */
export function countSession(
	c: Context<HonoEnv>,
	{ sessionId }: { sessionId: string },
): Promise<AppError | undefined> {
	return count(c, "credential", `session:${sessionId}`);
}

export function limitByAddress(name: "public" | "login"): MiddlewareHandler<HonoEnv> {
	return async (c, next) => {
		const exceeded = await count(c, name, clientAddressOf(c.req.raw.headers));
		if (exceeded) throw exceeded;
		await next();
	};
}

/**
 * Pages count apart from the API's calls, which they make themselves: by client address, or by session, so that the
 * people of an office do not share one limit. Sessions are not verified yet, so their client address has a limit too.
 */
export const limitPages: MiddlewareHandler<HonoEnv> = async (c, next) => {
	const { headers } = c.req.raw;
	const byAddress = `page:${clientAddressOf(headers)}`;
	const [session] = pageSessions(headers, c.get("services").config.appOrigin);
	const exceeded =
		session === undefined
			? await count(c, "public", byAddress)
			: ((await count(c, "credential", byAddress)) ??
				(await count(c, "public", `page:${sha256Hex(session)}`)));
	if (exceeded) throw exceeded;
	await next();
};

async function count(
	c: Context<HonoEnv>,
	name: RateLimitName,
	key: string,
	isPublic = false,
): Promise<AppError | undefined> {
	const perMinute = c.get("services").config.ratesPerMinute[name];
	const applied: AppliedRateLimit = { name, perMinute, isExceeded: false };
	c.set("rateLimit", applied);
	if (await isWithin(c.env, name, key)) return undefined;
	applied.isExceeded = true;
	return new AppError({
		code: "RATE_LIMITED",
		message: `${exceededMessage(name, isPublic)} Wait a minute, then try again.`,
		retryAfterSeconds: WINDOW_SECONDS,
	});
}

function exceededMessage(name: RateLimitName, isPublic: boolean): string {
	if (name === "credential") return "Too many requests with this credential.";
	const problem = "Too many requests from your network.";
	return isPublic ? `${problem} This call counts by network, with or without a credential.` : problem;
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). */
export function describeRateLimit({ name, perMinute, isExceeded }: AppliedRateLimit, headers: Headers): void {
	headers.set("RateLimit-Policy", `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`);
	if (isExceeded) headers.set("RateLimit", `"${name}";r=0;t=${WINDOW_SECONDS}`);
}

/** Unlike the bindings, budgets are exact. Bytes may be left although a larger file does not fit. */
export function describeQuota(
	{ name, amount, windowSeconds, left }: NonNullable<AppError["quota"]>,
	waitSeconds: number,
	headers: Headers,
): void {
	headers.append("RateLimit-Policy", `"${name}";q=${amount};w=${windowSeconds}`);
	headers.set("RateLimit", `"${name}";r=${left};t=${waitSeconds}`);
}

function nameFor({ rateLimited }: Operation, principal: Principal): "public" | "login" | undefined {
	if (rateLimited === "login") return "login";
	return rateLimited || principal.kind === "origin" ? "public" : undefined;
}

/** Identifies the credential without revealing it. */
function credentialOf(principal: Principal): string | undefined {
	switch (principal.kind) {
		case "developer":
			return principal.via === "api_key" ? `key:${principal.keyId}` : `session:${principal.sessionId}`;
		case "wallet":
			return `session:${principal.sessionId}`;
		case "anonymous":
			return principal.subject;
		case "origin":
		case "nobody":
			return undefined;
	}
}

async function isWithin(env: Env, name: RateLimitName, key: string): Promise<boolean> {
	try {
		const { success } = await env[BINDINGS[name]].limit({ key });
		return success;
	} catch (cause) {
		warnOnce(name, cause);
		return true;
	}
}

/** Each failed binding is logged once per isolate, because it fails for every request. */
const warned = new Set<RateLimitName>();

function warnOnce(name: RateLimitName, cause: unknown): void {
	if (warned.has(name)) return;
	warned.add(name);
	log.warn("rate-limit-broken", { name, cause });
}
