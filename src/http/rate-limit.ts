/**
 * The first shield (auth.md "Errors"): the platform's rate-limiting bindings, counted per location and
 * approximately. Exactness is for LoginGuard and the limits per owner. A binding says only yes or no, so
 * callers are told the policy, and when they are refused, that nothing is left; never a made-up remainder.
 */
import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "../kernel/app-error.ts";
import type { AppliedRateLimit, HonoEnv, RateLimitName } from "./hono-env.ts";
import type { Operation } from "./operation.ts";
import type { Principal } from "./principal.ts";
import { clientAddressOf } from "./request-audit.ts";

/** Of every binding in wrangler.toml. The window is the platform's, so this is the longest that is left of it. */
export const WINDOW_SECONDS = 60;

const BINDINGS = {
	public: "PUBLIC_RATE_LIMIT",
	login: "LOGIN_RATE_LIMIT",
	credential: "CREDENTIAL_RATE_LIMIT",
} as const;

/**
 * Counts a request: by its credential, or where there is none by the client's address.
 * @returns what to refuse it with, or undefined. Never rejects: a shield that is broken shields nothing, and
 * takes nothing down with it.
 */
export async function checkRateLimit(
	c: Context<HonoEnv>,
	operation: Operation,
	principal: Principal,
): Promise<AppError | undefined> {
	const credential = credentialOf(principal);
	if (credential !== undefined) return count(c, "credential", credential);
	const name = nameFor(operation, principal);
	return name && count(c, name, clientAddressOf(c.req.raw.headers));
}

/** Whether the client's address may have one more key, which KV does not know, looked for in the database. */
export function mayLookUpKey(c: Context<HonoEnv>): Promise<boolean> {
	return isWithin(c.env, "public", `unknown-key:${clientAddressOf(c.req.raw.headers)}`);
}

/** Likewise one more browser origin. */
export function mayLookUpOrigin(c: Context<HonoEnv>): Promise<boolean> {
	return isWithin(c.env, "public", `origin:${clientAddressOf(c.req.raw.headers)}`);
}

/** For what is no operation of the table: counts by the client's address. */
export function limitByAddress(name: "public" | "login"): MiddlewareHandler<HonoEnv> {
	return async (c, next) => {
		const exceeded = await count(c, name, clientAddressOf(c.req.raw.headers));
		if (exceeded) throw exceeded;
		await next();
	};
}

async function count(c: Context<HonoEnv>, name: RateLimitName, key: string): Promise<AppError | undefined> {
	const perMinute = c.get("services").config.ratesPerMinute[name];
	const applied: AppliedRateLimit = { name, perMinute, isExceeded: false };
	c.set("rateLimit", applied);
	if (await isWithin(c.env, name, key)) return undefined;
	applied.isExceeded = true;
	return new AppError({
		code: "RATE_LIMITED",
		message:
			name === "credential"
				? "Too many calls with this credential. Wait a minute, then try again."
				: "Too many calls from this address. Wait a minute, then try again.",
		retryAfterSeconds: WINDOW_SECONDS,
	});
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). */
export function describeRateLimit({ name, perMinute, isExceeded }: AppliedRateLimit, headers: Headers): void {
	headers.set("RateLimit-Policy", `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`);
	if (isExceeded) headers.set("RateLimit", `"${name}";r=0;t=${WINDOW_SECONDS}`);
}

function nameFor({ rateLimited }: Operation, principal: Principal): "public" | "login" | undefined {
	if (rateLimited === "login") return "login";
	return rateLimited || principal.kind === "origin" ? "public" : undefined;
}

/** Names the credential without being one. */
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

/** Once in the life of an isolate: what is broken is so for every request. */
const warned = new Set<RateLimitName>();

function warnOnce(name: RateLimitName, cause: unknown): void {
	if (warned.has(name)) return;
	warned.add(name);
	console.warn(JSON.stringify({ level: "warn", event: "rate-limit-broken", name, cause: String(cause) }));
}
