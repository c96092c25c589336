/** Mounts the API, key sets, static files and pages. */
import { type Context, Hono } from "hono";
import type { H, RouterRoute } from "hono/types";
import type { Config } from "./config/config.ts";
import { foreignHost, Misconfigured } from "./config/misconfigured.ts";
import { evidenceKeySet, publicKeySet } from "./developers/login/jwks.ts";
import { agreements } from "./estates/agreement/agreement.ts";
import { AreaRouter, areaOf } from "./http/area-router.ts";
import { allowPages, PUBLIC_READ, showRejection } from "./http/cors.ts";
import { respondWithError } from "./http/error-response.ts";
import type { HonoEnv } from "./http/hono-env.ts";
import { auditRefusedAccess } from "./http/request-audit.ts";
import { responseHeaders, secureResponse } from "./http/response-headers.ts";
import { mountOperations, rejectMethod } from "./http/router.ts";
import { clientNetworkOf } from "./kernel/client-network.ts";
import { newRequestId } from "./kernel/crypto/random-ids.ts";
import { AppError } from "./kernel/errors/app-error.ts";
import { isLoopback } from "./kernel/loopback.ts";
import { internalOperations, operations } from "./operations.ts";
import { BASE_PATH, servicesOf } from "./services.ts";
import { mountLiveCases } from "./web/live-case.ts";
import { mountMetrics } from "./web/metrics.ts";
import { mountPages } from "./web/mount-pages.ts";
import { VIEWER_DECODERS, VIEWER_WORKER } from "./web/viewer-names.ts";

export function createApp(): Hono<HonoEnv> {
	// Hono's faster router rejects `/recovery-cases/exists` beside `/recovery-cases/:caseId`.
	const router = new AreaRouter<[H, RouterRoute]>();
	const app = new Hono<HonoEnv>({ strict: true, router });
	app.use(async (c, next) => {
		c.set("requestId", newRequestId());
		await next();
		secureResponse(c);
	});
	app.use(async (c, next) => {
		const services = servicesOf(c.env);
		rejectForeignHost(c, services.config);
		rejectPlainHttp(c, services.config);
		c.set("services", services);
		await next();
	});
	const byArea = Map.groupBy([...operations, ...internalOperations], ({ path }) => areaOf(BASE_PATH + path));
	for (const [area, rows] of byArea) {
		router.mountAtFirstRequest(area, () => mountOperations(app, BASE_PATH, rows));
	}
	mountFiles(app);
	mountLiveCases(app);
	mountMetrics(app, rejectPath);
	const respondWithPage = mountPages(app, (request, env, context) => app.fetch(request, env, context));
	app.notFound((c) => {
		if (isForPeople(c)) return respondWithPage(c);
		return isOfApi(c) ? rejectApiPath(c) : rejectPath();
	});
	app.onError((error, c) => {
		auditRefusedAccess(error, c);
		const isNamed = error instanceof Misconfigured && isLoopback(new URL(c.req.url).hostname);
		return respondWithError(isNamed ? error.named() : error, c);
	});
	return app;
}

/** A browser's address bar, outside of the API. */
function isForPeople(c: Context<HonoEnv>): boolean {
	return c.req.method === "GET" && !isOfApi(c) && (c.req.header("Accept") ?? "").includes("text/html");
}

const isOfApi = (c: Context<HonoEnv>): boolean => c.req.path.startsWith(`${BASE_PATH}/`);

async function rejectApiPath(c: Context<HonoEnv>): Promise<Response> {
	const preflight = await showRejection(c, async () => {});
	return preflight ?? rejectPath(c.req.path);
}

/** @throws AppError */
function rejectPath(path = ""): never {
	const named = path.replace(/\/+$/, "");
	const hint = named === path || named === BASE_PATH ? "" : ` No path ends with a slash: try \`${named}\`.`;
	throw new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: `This path does not exist.${hint} ${BASE_PATH}/openapi.json lists every operation.`,
	});
}

/** Key sets, OpenAPI document and terms, for pages of every origin, and the files of our own pages. */
function mountFiles(app: Hono<HonoEnv>): void {
	const keySets = {
		"/.well-known/jwks.json": publicKeySet,
		"/.well-known/evidence-jwks.json": evidenceKeySet,
	};
	const published = [`${BASE_PATH}/openapi.json`, ...agreements.map(({ path }) => path)];
	for (const path of [...published, ...Object.keys(keySets)]) app.use(path, allowPages([PUBLIC_READ]));
	for (const [path, keySetOf] of Object.entries(keySets)) {
		// RFC 7517. Keys stay published longer than their tokens, so caching is safe.
		app.get(path, (c) => {
			const headers = responseHeaders(c);
			headers.set("Content-Type", "application/json");
			headers.set("Cache-Control", "public, max-age=3600");
			return new Response(JSON.stringify(keySetOf(c.get("services").config)), { headers });
		});
	}
	const files = [...published, "/sdk.tgz"];
	for (const path of files) app.get(path, serveFile);
	app.get("/assets/app/:file", serveHashedFile);
	app.get("/assets/viewer/:version/:file", serveViewerFile);
	for (const path of [...files, ...Object.keys(keySets)]) app.all(path, rejectMethod(["GET", "HEAD"]));
	// Programs read these files, so a version that does not exist is no page.
	app.all("/terms/*", (c, next) => (c.req.path.endsWith(".txt") ? rejectPath() : next()));
}

/**
 * Rejects requests for another host while BASE_URL is a loopback address, because development settings are unsafe for
 * other callers. Also stops DNS rebinding. Only a caller on the same machine is told how to mend it (ADR 47).
 * @throws AppError
 */
function rejectForeignHost(c: Context<HonoEnv>, { isLocal, appOrigin }: Config): void {
	if (!isLocal || isLoopback(new URL(c.req.url).hostname)) return;
	const problem = "BASE_URL: must be the address that callers use, because requests arrive for another host";
	const client = c.req.header("CF-Connecting-IP") ?? "";
	const isOnThisMachine = isLoopback(clientNetworkOf(client)) || client === "::1";
	throw isOnThisMachine ? foreignHost(appOrigin, problem) : new Misconfigured([problem]);
}

/**
 * Rejects requests without TLS. A redirect would hide from a client that its key was readable on the way. Cloudflare sets
 * CF-Ray; behind another proxy, which ends TLS itself, the scheme says nothing.
 * @throws AppError
 */
function rejectPlainHttp(c: Context<HonoEnv>, { appOrigin }: Config): void {
	if (!c.req.url.startsWith("http:") || !appOrigin.startsWith("https:")) return;
	if (c.req.header("CF-Ray") === undefined) return;
	throw new AppError({
		code: "FORBIDDEN",
		message: `This request came over plain http, where others can read it. Call ${appOrigin}, and replace every secret that the request carried.`,
	});
}

/** The path holds a hash of the contents or a version, so a browser may keep the file. */
async function serveHashedFile(c: Context<HonoEnv>): Promise<Response> {
	const response = await serveFile(c);
	const isFile = response.ok || response.status === 304;
	response.headers.set("Cache-Control", isFile ? "public, max-age=31536000, immutable" : "no-store");
	return response;
}

/** A worker obeys the policy of its own response alone: it may import the decoders of scans, and ask for nothing. */
async function serveViewerFile(c: Context<HonoEnv>): Promise<Response> {
	const response = await serveHashedFile(c);
	if (c.req.param("file") !== VIEWER_WORKER) return response;
	const folder = new URL(".", `${c.get("services").config.appOrigin}${c.req.path}`).href;
	response.headers.set(
		"Content-Security-Policy",
		[
			...["default-src 'none'", `script-src ${VIEWER_DECODERS.map((name) => `${folder}${name}`).join(" ")}`],
			...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
			...["require-trusted-types-for 'script'", "trusted-types 'none'"],
		].join("; "),
	);
	return response;
}

/** Serves a file of `public`. Only the files listed above are reachable. */
async function serveFile(c: Context<HonoEnv>): Promise<Response> {
	const file = await c.env.ASSETS.fetch(c.req.raw);
	if (file.status === 404) rejectPath();
	const response = new Response(file.body, file);
	response.headers.set("X-Request-Id", c.get("requestId"));
	return response;
}
