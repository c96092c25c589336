/**
 * `GET /metrics` for a monitoring system (operations.md "Metrics"). Outside of `/api/v1`, because it serves the
 * operator in another format. Without the setting METRICS_TOKEN the path does not exist.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, Hono } from "hono";
import { OPEN_METRICS_TYPE } from "../health/metrics/open-metrics.ts";
import type { HonoEnv } from "../http/hono-env.ts";
import { limitByAddress } from "../http/rate-limit.ts";
import { responseHeaders } from "../http/response-headers.ts";
import { rejectMethod } from "../http/router.ts";
import { AppError } from "../kernel/errors/app-error.ts";

const METRICS_PATH = "/metrics";

/** @param unknownPath throws the error of a path that does not exist */
export function mountMetrics(app: Hono<HonoEnv>, unknownPath: () => never): void {
	const limit = limitByAddress("public");
	const rejectOthers = rejectMethod(["GET", "HEAD"]);
	app.all(METRICS_PATH, async (c, next) => {
		const token = c.get("services").config.metricsToken;
		if (token === null) unknownPath();
		if (c.req.method !== "GET" && c.req.method !== "HEAD") return rejectOthers(c, next);
		if (isBearerOf(c, token)) return respond(c);
		await limit(c, async () => {});
		throw new AppError({
			code: "UNAUTHORIZED",
			message: "The metrics need the service's metrics token: Authorization: Bearer ….",
		});
	});
}

async function respond(c: Context<HonoEnv>): Promise<Response> {
	const headers = responseHeaders(c);
	headers.set("Content-Type", OPEN_METRICS_TYPE);
	return new Response(await c.get("services").collectMetrics(), { headers });
}

/** Compares hashes in constant time, because the texts may differ in length. */
function isBearerOf(c: Context<HonoEnv>, token: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	const given = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
	return timingSafeEqual(digest(given), digest(token));
}
