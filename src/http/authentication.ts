/**
 * Authenticates requests by their route's policy (auth.md "Principals" and "Browsers"). A request with an API-key
 * header is judged by that pair alone.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { AuditEntry } from "../audit/audit-event.ts";
import { isReviewerNow } from "../developers/account/developer.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { cookieProblem } from "./cookie-rules.ts";
import { cookieValues, SESSION_COOKIE } from "./cookies.ts";
import type { HonoEnv } from "./hono-env.ts";
import type { Operation } from "./operation.ts";
import { originOwnerOf, pageOf } from "./origin-owner.ts";
import { pageProblem } from "./page-rules.ts";
import {
	accepts,
	type CredentialKind,
	missingCredentialMessage,
	type Policy,
	roleFor,
	wrongCredentialMessage,
} from "./policies.ts";
import type { Authentication, AuthenticationRejection, Confirmation, Page, Principal } from "./principal.ts";
import { canLookUpKey, checkRateLimit, WINDOW_SECONDS } from "./rate-limit.ts";
import { holdBody } from "./read-body.ts";
import { auditOf } from "./request-audit.ts";

type Credential =
	| { kind: "none" }
	| { kind: "api_key"; apiKey: string; apiSecret: string }
	| { kind: "token"; token: string; carrier: "bearer" | "cookie" }
	| AuthenticationRejection;

function readCredential(headers: Headers): Credential {
	const apiKey = headers.get("x-api-key");
	const apiSecret = headers.get("x-api-secret");
	if (apiKey !== null || apiSecret !== null) return readKeyPair(apiKey, apiSecret);
	const authorization = headers.get("Authorization");
	if (authorization !== null) return readBearer(authorization);
	return readCookie(headers.get("Cookie"));
}

function readKeyPair(apiKey: string | null, apiSecret: string | null): Credential {
	if (!apiKey || !apiSecret) {
		return rejected("INVALID_AUTH", "Send both `x-api-key` and `x-api-secret`; one of them is missing.");
	}
	// A repeated header arrives joined by a comma, which the format check rejects.
	return { kind: "api_key", apiKey, apiSecret };
}

/** Checked on every route, so that a page with a secret gets an error at its first request. */
function secretInBrowser(headers: Headers): AuthenticationRejection | undefined {
	if (!headers.get("x-api-secret") || !headers.has("Origin")) return undefined;
	return rejected(
		"FORBIDDEN",
		"An API secret was sent with an `Origin` header, as browsers do. If a page sent it, anyone can read it there: revoke this key, and call from your server. If your server forwarded a browser's `Origin`, remove that header from its calls; the key stays secret.",
	);
}

function readBearer(authorization: string): Credential {
	const match = /^Bearer ([A-Za-z0-9_.-]+)$/i.exec(authorization);
	if (!match?.[1])
		return rejected("INVALID_TOKEN", "The `Authorization` header must be `Bearer <access token>`.");
	return { kind: "token", token: match[1], carrier: "bearer" };
}

function readCookie(cookies: string | null): Credential {
	const values = cookieValues(cookies, SESSION_COOKIE);
	if (values.length === 0) return { kind: "none" };
	// Another path or a sibling host has set one cookie, so neither is trusted.
	if (values.length > 1)
		return rejected("INVALID_TOKEN", "The request carries more than one session cookie.");
	return { kind: "token", token: values[0] ?? "", carrier: "cookie" };
}

/**
 * Until the account object has confirmed the credential, nothing is written or revealed. A route that only reads runs
 * concurrently.
 */
export function authenticate(operation: Operation): MiddlewareHandler<HonoEnv> {
	const { readOnly, upload } = operation;
	return async (c, next) => {
		const authentication = await authenticateByPolicy(operation, c);
		if (authentication.kind === "rejected") throw rejectionError(c, authentication);
		c.set("principal", authentication.principal);
		const limiting = checkRateLimit(c, operation, authentication.principal);
		const { kind } = authentication.principal;
		const isGuest = kind === "nobody" || kind === "origin";
		if (isGuest) throwIf(await limiting);
		// See `Authentication`. An upload is also confirmed before its first byte.
		if (upload && !isGuest) {
			const early = await authentication.confirm();
			throwIf(early.kind === "rejected" ? rejectionError(c, early) : await limiting);
		}
		if (operation.body) await holdBody(c, operation);
		const confirming = authentication.confirm();
		const reading = readOnly ? next() : undefined;
		const confirmed = await confirming;
		const exceeded = await limiting;
		await reading;
		if (confirmed.kind === "rejected") {
			discardResponse(c);
			throw rejectionError(c, confirmed);
		}
		if (exceeded) discardResponse(c);
		throwIf(exceeded);
		if (!readOnly) await next();
	};
}

/**
 * Discards the response of the handler that ran concurrently, because Hono would copy its headers into the error. The CORS
 * headers stay, because a page needs them to read the error.
 */
function discardResponse(c: Context<HonoEnv>): void {
	const kept = [...c.res.headers].filter(([name]) => name.startsWith("access-control-"));
	c.res = undefined;
	for (const [name, value] of kept) c.res.headers.set(name, value);
}

function throwIf(error: AppError | undefined): void {
	if (error) throw error;
}

export function rejectionError(
	c: Context<HonoEnv>,
	{ code, message, audit }: AuthenticationRejection,
): AppError {
	if (audit) void auditOf(c, undefined)(audit);
	return new AppError({
		code,
		message,
		...(code === "RATE_LIMITED" && { retryAfterSeconds: WINDOW_SECONDS }),
	});
}

/** Identifies the key while the error is being sent. */
function auditExposure(rejection: AuthenticationRejection, c: Context<HonoEnv>): AuthenticationRejection {
	const identify = async (): Promise<AuditEntry> => {
		const apiKey = c.req.header("x-api-key") ?? "";
		const { authenticator } = c.get("services");
		const keyId = await authenticator.identifyKey(apiKey, () => canLookUpKey(c)).catch(() => undefined);
		return { action: "api_key.seen_in_browser", ...(keyId !== undefined && { target: keyId }) };
	};
	return { ...rejection, audit: identify() };
}

const nobody = {
	kind: "recognised",
	principal: { kind: "nobody" },
	confirm: async () => ({ kind: "confirmed" }),
} satisfies Authentication;

type Services = HonoEnv["Variables"]["services"];
type Recognised = Extract<Authentication, { kind: "recognised" }>;

async function authenticateByPolicy(
	{ policy, cors }: Pick<Operation, "policy" | "cors">,
	c: Context<HonoEnv>,
): Promise<Authentication> {
	const leak = secretInBrowser(c.req.raw.headers);
	if (leak) return auditExposure(leak, c);
	const sender = cors === "allowlisted" || cors === "signed" ? await pageOf(c) : null;
	if (sender === "foreign" && cors === "signed") return FOREIGN_PAGE;
	const page = sender === "foreign" ? null : sender;
	if (page) c.set("page", page);
	if (policy === "public") return nobody;
	const authentication = await recognise(policy, c);
	if (authentication.kind === "rejected") return authentication;
	const { principal } = authentication;
	const kind = callerKindOf(principal);
	const problem =
		kind === undefined || !accepts(policy, kind)
			? wrongCredentialMessage(policy, kind)
			: pageProblem(principal, page, cors !== undefined);
	if (problem !== undefined) {
		const confirmed = await authentication.confirm();
		if (confirmed.kind === "rejected") return confirmed;
		// The audit names the caller.
		c.set("principal", principal);
		return rejected("FORBIDDEN", problem);
	}
	if (principal.kind === "wallet" && principal.page) return confirmPage(authentication, principal.page, c);
	return roleFor(policy) === "reviewer" ? confirmReviewer(authentication, c.get("services")) : authentication;
}

async function recognise(policy: Policy, c: Context<HonoEnv>): Promise<Authentication> {
	const { headers } = c.req.raw;
	const { method } = c.req;
	const services = c.get("services");
	const credential = readCredential(headers);
	switch (credential.kind) {
		case "rejected":
			return credential;
		case "none":
			return accepts(policy, "origin") ? recogniseOrigin(policy, c) : missingCredential(policy);
		case "api_key":
			return services.authenticator.authenticateKeyPair(credential, () => canLookUpKey(c));
		case "token": {
			const problem =
				credential.carrier === "cookie" && cookieProblem(method, headers, services.config.appOrigin);
			if (problem) return rejected("FORBIDDEN", problem);
			return services.authenticator.authenticateToken(credential);
		}
		default:
			return credential satisfies never;
	}
}

const FOREIGN_PAGE = rejected(
	"FORBIDDEN",
	"The `Origin` of this request is not allowed here, and this operation takes a wallet's signature. To call it from a page, register the origin with `POST /origins`, and wait until it is allowed. A server sends no `Origin` header.",
);

function missingCredential(policy: Policy): AuthenticationRejection {
	return rejected("UNAUTHORIZED", missingCredentialMessage(policy));
}

async function recogniseOrigin(policy: Policy, c: Context<HonoEnv>): Promise<Authentication> {
	const origin = c.req.header("Origin");
	const developerId = await originOwnerOf(c);
	if (origin === undefined || developerId === undefined) return missingCredential(policy);
	const page = { origin, developerId };
	const confirm = async (): Promise<Confirmation> =>
		(await isStillAllowed(page, c)) ? { kind: "confirmed" } : missingCredential(policy);
	return { kind: "recognised", principal: { kind: "origin", ...page }, confirm };
}

/** Read again after the body has arrived, so that the removal of an origin takes effect at once. */
async function isStillAllowed({ origin, developerId }: Page, c: Context<HonoEnv>): Promise<boolean> {
	return (await c.get("services").access.origins.ownerOf(origin)) === developerId;
}

/** The session ends with the permission of its origin. */
function confirmPage(authentication: Recognised, page: Page, c: Context<HonoEnv>): Authentication {
	const confirm = async (): Promise<Confirmation> => {
		const [confirmed, isAllowed] = await Promise.all([authentication.confirm(), isStillAllowed(page, c)]);
		if (confirmed.kind === "rejected" || isAllowed) return confirmed;
		return rejected("FORBIDDEN", pageProblem(authentication.principal, null, true) ?? "");
	};
	return { ...authentication, confirm };
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

/** Reads the role at every request, so that a revocation takes effect at once. */
function confirmReviewer(authentication: Recognised, services: Services): Authentication {
	const { principal } = authentication;
	const confirm = async (): Promise<Confirmation> => {
		const confirmed = await authentication.confirm();
		if (confirmed.kind === "rejected" || principal.kind !== "developer") return confirmed;
		const user = await services.developers.currentUser(principal);
		if (user && isReviewerNow(user, Date.now())) {
			if (await services.passkeys.mayUseRole(user.developerId, Date.now())) return confirmed;
			return rejected(
				"FORBIDDEN",
				"A reviewer needs a passkey at this service, and this account has none. Ask the operator for a one-time code, and add a passkey at the account's page.",
			);
		}
		if (user?.role === "reviewer") {
			return rejected(
				"FORBIDDEN",
				"The password or a passkey of this account was changed within the last day. A reviewer decides nothing for a day after that, so that whoever took over an account is noticed first.",
			);
		}
		return rejected(
			"FORBIDDEN",
			"This operation is for reviewers, and this account does not have that role.",
		);
	};
	return { ...authentication, confirm };
}

function rejected(code: AuthenticationRejection["code"], message: string): AuthenticationRejection {
	return { kind: "rejected", code, message };
}
