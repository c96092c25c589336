/**
 * Mounts the hosted app (hosted-app.md). Its pages are a module of their own, which an isolate loads when a page is
 * first requested, so that the API starts without them.
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { type BodyRules, bodyTypeOf, limitBody } from "../http/body-limit.ts";
import { respondWithError } from "../http/error-response.ts";
import type { HonoEnv } from "../http/hono-env.ts";
import { limitPages } from "../http/rate-limit.ts";
import { holdBody } from "../http/read-body.ts";
import { clientAddressOf } from "../http/request-audit.ts";
import { rejectMethod } from "../http/router.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { isLoopback } from "../kernel/loopback.ts";
import type { PagePorts } from "./app/ports.ts";
import { loadPages } from "./pages-module.ts";

/** First parts of the pages' paths. */
const AREAS = [
	...[
		"recover",
		"l",
		"cases",
		"contest",
		"estate",
		"sign-in",
		"sign-out",
		"resolve",
		"verify",
		"mail",
		"watch",
	],
	...["developers", "review", "terms", "privacy", "status", "language", "dev"],
];

/** As long as the API's own bodies. */
const FORM: BodyRules = { policy: "claimant" };
const FORM_WITH_FILE: BodyRules = { ...FORM, upload: { numbers: [], objects: [] } };

/** As many as the values of a JSON body, because each takes fifty times its bytes. */
const MAX_FIELDS = 10_000;
const AMPERSAND = 0x26;

type CallApi = (request: Request, env: Env, context: ExecutionContext) => Response | Promise<Response>;

/** @returns the handler, for paths that nothing else serves */
export function mountPages(app: Hono<HonoEnv>, callApi: CallApi): (c: Context<HonoEnv>) => Promise<Response> {
	const pages = new Hono<HonoEnv>();
	const respond = (c: Context<HonoEnv>) => respondWithPage(c, callApi, null);
	// A mail program sends this form. Its address has a MAC, and no cookie counts.
	pages.post("/mail/off/*", limitPages, limitForm, holdForm, respond);
	for (const path of ["/", "/llms.txt", ...AREAS.flatMap((area) => [`/${area}`, `/${area}/*`])]) {
		pages.get(path, redirectToOwnName, limitPages, respond);
		pages.post(path, limitPages, rejectForeignForm, limitForm, holdForm, respond);
		pages.all(path, rejectMethod(["GET", "HEAD", "POST"]));
	}
	pages.onError((error, c) => respondWithProblem(c, error, callApi));
	app.route("/", pages);
	return async (c) => {
		let response: Response | undefined;
		await limitPages(c, async () => {
			response = await respond(c);
		}).catch(async (error: Error) => {
			response = await respondWithProblem(c, error, callApi);
		});
		return response ?? respond(c);
	};
}

/** A session's cookie belongs to one host name. Only where BASE_URL is local, and never to the `Host` of the request. */
const redirectToOwnName: MiddlewareHandler<HonoEnv> = async (c, next) => {
	const { appOrigin } = c.get("services").config;
	const url = new URL(c.req.url);
	if (!isOtherLocalName(url, appOrigin)) return next();
	return c.redirect(`${appOrigin}${url.pathname}${url.search}`, 307);
};

class ForeignForm extends Error {}

/** Every form needs our own `Origin`, since cookies alone do not show who wrote the form. */
const rejectForeignForm: MiddlewareHandler<HonoEnv> = async (c, next) => {
	if (!isOwnForm(c.req.raw.headers, c.get("services").config.appOrigin)) throw new ForeignForm();
	await next();
};

const isFormWithFile = (c: Context<HonoEnv>) => bodyTypeOf(c) === "form";

const limitForm: MiddlewareHandler<HonoEnv> = (c, next) =>
	limitBody(isFormWithFile(c) ? FORM_WITH_FILE : FORM)(c, next);

/** A form with a file is streamed to the API, which limits it. A page reads no other body. */
const holdForm: MiddlewareHandler<HonoEnv> = async (c, next) => {
	if (!isFormWithFile(c)) {
		await holdBody(c, FORM);
		rejectManyFields(c.get("heldBody"));
	}
	await next();
};

/** @throws AppError before the fields are made */
function rejectManyFields(body: Uint8Array = new Uint8Array(0)): void {
	let fields = 1;
	for (let at = body.indexOf(AMPERSAND); at >= 0 && fields <= MAX_FIELDS; fields++) {
		at = body.indexOf(AMPERSAND, at + 1);
	}
	if (fields <= MAX_FIELDS) return;
	throw new AppError({
		code: "PAYLOAD_TOO_LARGE",
		message: `The form has more than ${MAX_FIELDS} fields, which no page has. Nothing was stored.`,
	});
}

async function respondWithPage(
	c: Context<HonoEnv>,
	callApi: CallApi,
	problem: PagePorts["problem"],
): Promise<Response> {
	const { respond } = await loadPages();
	const { brand, appOrigin, operator, uiClient, mail, ...more } = c.get("services").config;
	const { moduleReviewers, explorers } = more;
	const { challengePeriodSeconds, releaseChallengeSeconds, reviewersToVerify } = more;
	const { url, method, headers } = c.req.raw;
	const body = c.get("heldBody");
	const ports: PagePorts = {
		callApi: async (request) => callApi(request, c.env, c.executionCtx as ExecutionContext),
		settings: {
			...{ brand, appOrigin, operator, moduleReviewers, explorers },
			...{ challengePeriodSeconds, releaseChallengeSeconds, reviewersToVerify },
			mailFrom: mail.sender === "none" ? null : mail.from,
			uiClient: { id: uiClient.id, secret: uiClient.secrets[0] ?? "" },
		},
		accountOnChain: async (of) => {
			const by = { payer: { kind: "nobody" }, clientAddress: clientAddressOf(headers) } as const;
			return c
				.get("services")
				.modules.accountOnChain(of, by)
				.catch((error: unknown) => {
					if (error instanceof AppError) return "unavailable";
					throw error;
				});
		},
		readFile: (path) => c.env.ASSETS.fetch(new URL(path, url)),
		requestId: c.get("requestId"),
		mailbox: c.get("services").mail.mailbox,
		problem,
	};
	return respond(body ? new Request(url, { method, headers, body }) : c.req.raw, ports);
}

async function respondWithProblem(c: Context<HonoEnv>, thrown: Error, callApi: CallApi): Promise<Response> {
	if (thrown instanceof ForeignForm) {
		return respondWithPage(c, callApi, { status: 403, code: "FOREIGN_FORM", retryAfterSeconds: null });
	}
	const { status, headers } = respondWithError(thrown, c);
	const retryAfter = headers.get("Retry-After");
	const retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
	return respondWithPage(c, callApi, { status, code: "REFUSED", retryAfterSeconds });
}

/** Recognises forms of our own pages: by `Origin`, and by `Sec-Fetch-Site` where the browser sends it. */
function isOwnForm(headers: Headers, appOrigin: string): boolean {
	const site = headers.get("Sec-Fetch-Site");
	const origin = headers.get("Origin");
	return origin !== null && isOwnOrigin(origin, appOrigin) && (site === null || site === "same-origin");
}

/** In development `localhost` and `127.0.0.1` of one port are one service, which knows itself by one of the names. */
function isOwnOrigin(origin: string, appOrigin: string): boolean {
	return origin === appOrigin || (URL.canParse(origin) && isOtherLocalName(new URL(origin), appOrigin));
}

/** True for another name of this machine with the port of `appOrigin`, which must be local itself. */
function isOtherLocalName(url: URL, appOrigin: string): boolean {
	const own = new URL(appOrigin);
	const isLocal = isLoopback(own.hostname) && isLoopback(url.hostname);
	return isLocal && url.protocol === own.protocol && url.port === own.port && url.hostname !== own.hostname;
}
