/**
 * Finds the one credential of a request and has it judged (design/auth.md "Principals" and "Browsers").
 * If either API-key header is there, only that pair counts: a bad pair never falls through to a token.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { AuditEntry } from "../audit/audit-event.ts";
import { AppError } from "../kernel/app-error.ts";
import { cookieProblem } from "./cookie-rules.ts";
import type { HonoEnv } from "./hono-env.ts";
import type { Operation } from "./operation.ts";
import { originOwnerOf } from "./origin-owner.ts";
import { accepts, type CredentialKind, type Policy, roleFor } from "./policies.ts";
import type { Authentication, AuthenticationRefusal, Confirmation, Principal } from "./principal.ts";
import { canLookUpKey, checkRateLimit, WINDOW_SECONDS } from "./rate-limit.ts";
import { auditOf } from "./request-audit.ts";
import { holdUpload } from "./upload.ts";

export type Credential =
	| { kind: "none" }
	| { kind: "api_key"; apiKey: string; apiSecret: string }
	| { kind: "token"; token: string; carrier: "bearer" | "cookie" }
	| AuthenticationRefusal;

const SESSION_COOKIE = "access_token";

/** Reads the credential that a request carries, without judging it. Pure. */
export function readCredential(headers: Headers): Credential {
	const apiKey = headers.get("x-api-key");
	const apiSecret = headers.get("x-api-secret");
	if (apiKey !== null || apiSecret !== null) return readKeyPair(headers, apiKey, apiSecret);
	const authorization = headers.get("Authorization");
	if (authorization !== null) return readBearer(authorization);
	return readCookie(headers.get("Cookie"));
}

function readKeyPair(headers: Headers, apiKey: string | null, apiSecret: string | null): Credential {
	const leak = secretInBrowser(headers);
	if (leak) return leak;
	if (!apiKey || !apiSecret) {
		return refused("INVALID_AUTH", "Send both `x-api-key` and `x-api-secret`; one of them is missing.");
	}
	// A repeated header arrives joined by a comma, which no key contains: its shape check refuses it.
	return { kind: "api_key", apiKey, apiSecret };
}

/** Refused on every route, public ones too: a page that holds a secret has to hear of it at its first call. */
function secretInBrowser(headers: Headers): AuthenticationRefusal | undefined {
	if (!headers.get("x-api-secret") || !headers.has("Origin")) return undefined;
	return refused(
		"FORBIDDEN",
		"An API secret was sent from a browser, where anybody can read it. Revoke this key and call from your server.",
	);
}

function readBearer(authorization: string): Credential {
	const match = /^Bearer ([A-Za-z0-9_.-]+)$/i.exec(authorization);
	if (!match?.[1])
		return refused("INVALID_TOKEN", "The `Authorization` header must be `Bearer <access token>`.");
	return { kind: "token", token: match[1], carrier: "bearer" };
}

function readCookie(cookies: string | null): Credential {
	if (cookies === null) return { kind: "none" };
	// Several Cookie lines arrive joined by a comma, which no token contains.
	const values = cookies
		.split(/[;,]/)
		.map((pair) => pair.trim())
		.filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
		.map((pair) => pair.slice(SESSION_COOKIE.length + 1));
	if (values.length === 0) return { kind: "none" };
	// Two cookies of one name mean that another path or a neighbouring host has set one: neither is trusted.
	if (values.length > 1) return refused("INVALID_TOKEN", "The request carries more than one session cookie.");
	return { kind: "token", token: values[0] ?? "", carrier: "cookie" };
}

/**
 * Judges the request's credential by the route's policy. Nothing is answered, not even that the body is
 * wrong, and nothing is written before the account object has confirmed the credential; a route that only
 * reads runs beside that confirmation.
 */
export function authenticate(operation: Operation): MiddlewareHandler<HonoEnv> {
	const { policy, readOnly, upload } = operation;
	return async (c, next) => {
		const authentication = await judge(policy, c);
		if (authentication.kind === "refused") throw refusalError(c, authentication);
		c.set("principal", authentication.principal);
		const limiting = checkRateLimit(c, operation, authentication.principal);
		// Without a credential to confirm, the limit is all that stands before the work.
		const { kind } = authentication.principal;
		const isGuest = kind === "nobody" || kind === "origin";
		if (isGuest) throwIf(await limiting);
		// Confirmed below, not before the body is whole: see `Authentication`. One of 14 MiB is not even begun before
		// the credential was in force.
		if (upload && !isGuest) {
			const early = await authentication.confirm();
			throwIf(early.kind === "refused" ? refusalError(c, early) : await limiting);
		}
		if (upload) await holdUpload(c);
		else if (operation.body) await c.req.arrayBuffer();
		const confirming = authentication.confirm();
		const reading = readOnly ? next() : undefined;
		const confirmed = await confirming;
		const exceeded = await limiting;
		await reading;
		if (confirmed.kind === "refused") {
			// Hono would carry the headers of the answer that was made meanwhile over into the refusal.
			c.res = undefined;
			throw refusalError(c, confirmed);
		}
		if (exceeded) c.res = undefined;
		throwIf(exceeded);
		if (!readOnly) await next();
	};
}

function throwIf(error: AppError | undefined): void {
	if (error) throw error;
}

function refusalError(c: Context<HonoEnv>, { code, message, audit }: AuthenticationRefusal): AppError {
	if (audit) void auditOf(c, undefined)(audit);
	return new AppError({
		code,
		message,
		...(code === "RATE_LIMITED" && { retryAfterSeconds: WINDOW_SECONDS }),
	});
}

/** A key whose secret a browser has sent; which one, is looked up while the refusal is on its way. */
function exposed(refusal: AuthenticationRefusal, c: Context<HonoEnv>): AuthenticationRefusal {
	const identify = async (): Promise<AuditEntry> => {
		const apiKey = c.req.header("x-api-key") ?? "";
		const { authenticator } = c.get("services");
		const keyId = await authenticator.identifyKey(apiKey, () => canLookUpKey(c)).catch(() => undefined);
		return { action: "api_key.seen_in_browser", ...(keyId !== undefined && { target: keyId }) };
	};
	return { ...refusal, audit: identify() };
}

const nobody = {
	kind: "recognised",
	principal: { kind: "nobody" },
	confirm: async () => ({ kind: "confirmed" }),
} satisfies Authentication;

type Services = HonoEnv["Variables"]["services"];

async function judge(policy: Policy, c: Context<HonoEnv>): Promise<Authentication> {
	if (policy === "public") {
		const leak = secretInBrowser(c.req.raw.headers);
		return leak ? exposed(leak, c) : nobody;
	}
	const authentication = await recognise(policy, c);
	if (authentication.kind === "refused") return authentication;
	const kind = callerKindOf(authentication.principal);
	if (kind === undefined || !accepts(policy, kind)) {
		// One that is not in force is told so first, and its use is written down like any other.
		const confirmed = await authentication.confirm();
		if (confirmed.kind === "refused") return confirmed;
		return refused("FORBIDDEN", "A credential of this kind cannot do this.");
	}
	return roleFor(policy) === "reviewer" ? confirmReviewer(authentication, c.get("services")) : authentication;
}

async function recognise(policy: Policy, c: Context<HonoEnv>): Promise<Authentication> {
	const { headers } = c.req.raw;
	const { method } = c.req;
	const services = c.get("services");
	const credential = readCredential(headers);
	switch (credential.kind) {
		case "refused":
			return credential.code === "FORBIDDEN" ? exposed(credential, c) : credential;
		case "none":
			return accepts(policy, "origin") ? recogniseOrigin(c) : NO_CREDENTIAL;
		case "api_key":
			return services.authenticator.authenticateKeyPair(credential, () => canLookUpKey(c));
		case "token": {
			const problem =
				credential.carrier === "cookie" && cookieProblem(method, headers, services.config.appOrigin);
			if (problem) return refused("FORBIDDEN", problem);
			return services.authenticator.authenticateToken(credential);
		}
		default:
			return credential satisfies never;
	}
}

const NO_CREDENTIAL = refused(
	"UNAUTHORIZED",
	"This call needs a credential: an API key pair, a bearer token or a session. Pages of an allowlisted origin need none for some calls.",
);

/** Without a credential, only the page that the call comes from can speak for it. */
async function recogniseOrigin(c: Context<HonoEnv>): Promise<Authentication> {
	const origin = c.req.header("Origin");
	const developerId = await originOwnerOf(c);
	if (origin === undefined || developerId === undefined) return NO_CREDENTIAL;
	const confirm = async (): Promise<Confirmation> => {
		const isStill = (await c.get("services").access.origins.ownerOf(origin)) === developerId;
		return isStill ? { kind: "confirmed" } : NO_CREDENTIAL;
	};
	return { kind: "recognised", principal: { kind: "origin", origin, developerId }, confirm };
}

function callerKindOf(principal: Principal): CredentialKind | undefined {
	switch (principal.kind) {
		case "developer":
			return principal.via;
		case "nobody":
			return undefined;
		default:
			return principal.kind;
	}
}

/** The role is read from its one home at each call, so that a revoked reviewer is none from then on. */
function confirmReviewer(
	authentication: Extract<Authentication, { kind: "recognised" }>,
	services: Services,
): Authentication {
	const { principal } = authentication;
	const confirm = async (): Promise<Confirmation> => {
		const confirmed = await authentication.confirm();
		if (confirmed.kind === "refused" || principal.kind !== "developer") return confirmed;
		const answer = await services.developers.currentUser(principal);
		if (answer.kind === "found" && answer.user.role === "reviewer") return confirmed;
		return refused("FORBIDDEN", "This is for reviewers.");
	};
	return { ...authentication, confirm };
}

function refused(code: AuthenticationRefusal["code"], message: string): AuthenticationRefusal {
	return { kind: "refused", code, message };
}
