/**
 * `GET /cases/{caseId}/live`, the WebSocket of the case page (recovery.md "Live updates"). Browsers send cookies with a
 * WebSocket of any page, and CORS does not apply, so the `Origin` must be exactly our own.
 */
import type { Context, Hono } from "hono";
import { rejectionError } from "../http/authentication.ts";
import { pageSessions } from "../http/cookies.ts";
import type { HonoEnv } from "../http/hono-env.ts";
import type { AuthenticationRejection, SessionPrincipal, WalletPrincipal } from "../http/principal.ts";
import { countSession } from "../http/rate-limit.ts";
import { responseHeaders } from "../http/response-headers.ts";
import { rejectMethod } from "../http/router.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { caseIdParam } from "../recovery/case/case-schemas.ts";

const LIVE_PATH = "/cases/:caseId/live";

type Session = SessionPrincipal | WalletPrincipal;

export function mountLiveCases(app: Hono<HonoEnv>): void {
	const rejectOthers = rejectMethod(["GET"]);
	app.all(LIVE_PATH, (c, next) => (c.req.method === "GET" ? openSocket(c) : rejectOthers(c, next)));
}

async function openSocket(c: Context<HonoEnv>): Promise<Response> {
	rejectForeignPages(c);
	if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") {
		throw new AppError({
			code: "INPUT_VALIDATION_ERROR",
			message: "This path opens WebSockets only. Send `Upgrade: websocket`.",
		});
	}
	const services = c.get("services");
	await services.requireGeneration();
	const params = caseIdParam().safeParse({ caseId: c.req.param("caseId") });
	let rejection: AuthenticationRejection | undefined;
	let isKnown = false;
	for (const token of tokensOf(c)) {
		const session = await sessionOf(token, c);
		if (session.kind === "rejected") {
			rejection = session;
			continue;
		}
		isKnown = true;
		c.set("principal", session);
		const exceeded = await countSession(c, session);
		if (exceeded) throw exceeded;
		const result = params.success
			? await services.liveCases.connect(session, params.data.caseId)
			: ({ kind: "not_found" } as const);
		if (result.kind === "session_ended") throw rejectionError(c, ENDED_SESSION);
		if (result.kind === "full") throw tooManySockets(result.limit, result.maximum);
		if (result.kind === "connected") {
			return new Response(null, { status: 101, webSocket: result.socket, headers: responseHeaders(c) });
		}
	}
	throw isKnown ? caseNotFound() : rejectionError(c, rejection ?? NO_SESSION);
}

function rejectForeignPages(c: Context<HonoEnv>): void {
	const site = c.req.header("Sec-Fetch-Site") ?? "same-origin";
	if (site === "same-origin" && c.req.header("Origin") === c.get("services").config.appOrigin) return;
	throw new AppError({
		code: "FORBIDDEN",
		message:
			"Live updates are for the service's own pages. Elsewhere, receive webhooks, or poll `GET /recovery-cases/{caseId}`.",
	});
}

/** A bearer token alone, or else the cookies of the claimants' and the developers' pages. */
function tokensOf(c: Context<HonoEnv>): string[] {
	const authorization = c.req.header("Authorization");
	if (authorization !== undefined) return [/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ""];
	return pageSessions(c.req.raw.headers, c.get("services").config.appOrigin);
}

/** Rejects a session that a partner's page opened, because it works on that page only. */
async function sessionOf(token: string, c: Context<HonoEnv>): Promise<Session | AuthenticationRejection> {
	const found = await c.get("services").authenticator.authenticateToken({ token });
	if (found.kind === "rejected") return found;
	const { principal } = found;
	if (principal.kind === "anonymous" || (principal.kind === "wallet" && principal.page)) return NO_SESSION;
	const confirmed = await found.confirm();
	return confirmed.kind === "rejected" ? confirmed : principal;
}

const NO_SESSION: AuthenticationRejection = {
	kind: "rejected",
	code: "UNAUTHORIZED",
	message: "Live updates need a wallet session of the service's own pages, or a developer session. Log in.",
};

const ENDED_SESSION: AuthenticationRejection = {
	kind: "rejected",
	code: "INVALID_TOKEN",
	message: "The session has ended. Log in again.",
};

const WHOSE = {
	session: "This session",
	viewer: "This account or wallet, with all its sessions together,",
	case: "This case, with all its viewers together,",
};

function tooManySockets(limit: keyof typeof WHOSE, maximum: number): AppError {
	return new AppError({
		code: "RATE_LIMITED",
		message: `${WHOSE[limit]} has ${maximum} live connections to the case, which is the maximum. Close a page of it, or poll the case instead.`,
		details: [{ field: "caseId", rule: "quota_full", message: "has as many live connections as it may" }],
	});
}

/** Also if the session may not read the case. */
function caseNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "The case does not exist, or you may not see it.",
	});
}
