/** Mounts the route table: body limit → policy → validation → handler → response. */
import type { Context, Hono, MiddlewareHandler } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { AppError } from "../kernel/errors/app-error.ts";
import { authenticate } from "./authentication.ts";
import { limitBody } from "./body-limit.ts";
import { allowPages } from "./cors.ts";
import type { HonoEnv } from "./hono-env.ts";
import { runOnce } from "./idempotency.ts";
import { requireJson } from "./json-body.ts";
import type { DownloadedFile, Operation, Reply } from "./operation.ts";
import { auditOf, auditStampOf, clientAddressOf } from "./request-audit.ts";
import { responseHeaders } from "./response-headers.ts";
import { validateUpload } from "./upload.ts";
import { rejectParameters, validate } from "./validation.ts";

/** Sets `ETag`, and responds with 304 and no body if `If-None-Match` names it (RFC 9110 section 13.1.2). */
const revalidate: MiddlewareHandler<HonoEnv> = etag({
	retainedHeaders: [
		...RETAINED_304_HEADERS,
		"x-request-id",
		"ratelimit-policy",
		"access-control-allow-origin",
		"access-control-expose-headers",
	],
});

export function mountOperations(
	app: Hono<HonoEnv>,
	basePath: string,
	operations: readonly Operation[],
): void {
	for (const [path, rows] of byPath(operations)) {
		const mounted = basePath + honoPath(path);
		app.use(mounted, allowPages(rows));
		for (const row of rows) {
			app.on([row.method], [mounted], ...middlewareOf(row), (c) => run(c, row));
		}
		app.all(mounted, rejectMethod(allowedMethods(rows)));
	}
}

/**
 * Paths with fewer templates come first, so that `/recovery-cases/exists` never matches a caseId (OpenAPI 3.1.1
 * section 4.8.8).
 */
function byPath(operations: readonly Operation[]): [string, Operation[]][] {
	const rows = Map.groupBy(operations, ({ path }) => path);
	return [...rows].sort(([a], [b]) => a.split("{").length - b.split("{").length);
}

function allowedMethods(rows: readonly Operation[]): string[] {
	return rows.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

function honoPath(path: string): string {
	return path.replace(/\{(\w+)\}/g, ":$1");
}

function middlewareOf(operation: Operation): MiddlewareHandler<HonoEnv>[] {
	const chain: MiddlewareHandler<HonoEnv>[] = [askGeneration];
	const { body, upload } = operation;
	if (body) chain.push(limitBody(operation));
	chain.push(authenticate(operation));
	if (operation.params) chain.push(validate("param", operation.params));
	chain.push(operation.query ? validate("query", operation.query) : rejectParameters);
	if (body && upload) chain.push(validateUpload({ ...operation, upload }, body));
	else if (body) chain.push(requireJson, validate("json", body));
	if (operation.cacheSeconds !== undefined) chain.push(revalidate);
	return chain;
}

/** Starts the check that the build may serve its data. The handler awaits it. */
const askGeneration: MiddlewareHandler<HonoEnv> = (c, next) => {
	const generation = c.get("services").requireGeneration();
	// A request that ends earlier does not await it.
	generation.catch(() => {});
	c.set("generation", generation);
	return next();
};

async function run(c: Context<HonoEnv>, operation: Operation): Promise<Response> {
	await c.get("generation");
	const upload = c.get("upload");
	const params = c.req.valid("param" as never);
	const body = (upload ? upload.fields : c.req.valid("json" as never)) as never;
	const request = {
		params,
		query: c.req.valid("query" as never),
		body,
		file: upload?.file as never,
		principal: c.get("principal") as never,
		services: c.get("services"),
		headers: c.req.raw.headers,
		requestId: c.get("requestId"),
		clientAddress: clientAddressOf(c.req.raw.headers),
		page: c.get("page") ?? null,
		audit: auditOf(c, c.get("principal")),
		auditStamp: () => auditStampOf(c, c.get("principal")),
		now: Date.now(),
	};
	const input = { params, body, file: upload?.file };
	const reply = await runOnce(c, operation, input, (creation) => handle(operation, { ...request, creation }));
	return respond(c, reply, operation);
}

/** Wraps thrown values that are not Errors, because Hono passes only Errors to `onError`. */
async function handle({ handler }: Operation, request: Parameters<Operation["handler"]>[0]): Promise<Reply> {
	try {
		return await handler(request);
	} catch (thrown) {
		if (thrown instanceof Error) throw thrown;
		throw new Error("A handler threw a value that is not an Error.", { cause: thrown });
	}
}

function respond(c: Context<HonoEnv>, reply: Reply, { cacheSeconds }: Operation): Response {
	const headers = responseHeaders(c);
	headers.set("Content-Type", "application/json");
	if (cacheSeconds !== undefined) headers.set("Cache-Control", `public, max-age=${cacheSeconds}`);
	for (const [name, values] of Object.entries(reply.headers ?? {})) {
		headers.delete(name);
		for (const value of [values].flat()) headers.append(name, value);
	}
	if ("file" in reply) return attachment(reply.file, reply.status, headers);
	const body = "json" in reply ? reply.json : JSON.stringify(reply.body);
	return new Response(body, { status: reply.status, headers });
}

function attachment(
	{ bytes, mimeType, fileName }: DownloadedFile,
	status: number,
	headers: Headers,
): Response {
	headers.set("Content-Type", mimeType);
	headers.set("Content-Disposition", `attachment; filename="${fileName}"`);
	return new Response(bytes, { status, headers });
}

export function rejectMethod(allow: string[]): MiddlewareHandler<HonoEnv> {
	return (c) => {
		throw new AppError({
			code: "METHOD_NOT_ALLOWED",
			message: `This path does not serve ${c.req.method}. It serves ${allow.join(", ")}.`,
			allow,
		});
	};
}
