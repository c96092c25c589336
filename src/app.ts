/** What is mounted where; every answer, errors included, has a request id and a JSON body. */
import { Hono } from "hono";
import { respondWithError } from "./http/error-response.ts";
import type { HonoEnv } from "./http/hono-env.ts";
import { mountOperations } from "./http/router.ts";
import { AppError } from "./kernel/app-error.ts";
import { newRequestId } from "./kernel/random-ids.ts";
import { operations } from "./operations.ts";
import { servicesOf } from "./services.ts";

/** The version is part of every path (specification "Versioning"). */
export const BASE_PATH = "/api/v1";

export function createApp(): Hono<HonoEnv> {
	const app = new Hono<HonoEnv>({ strict: true });
	app.use(async (c, next) => {
		c.set("requestId", newRequestId());
		c.set("services", servicesOf(c.env, c.executionCtx));
		await next();
	});
	mountOperations(app, BASE_PATH, operations);
	app.get(`${BASE_PATH}/openapi.json`, async (c) => {
		const document = await c.env.ASSETS.fetch(c.req.raw);
		const response = new Response(document.body, document);
		response.headers.set("X-Request-Id", c.get("requestId"));
		return response;
	});
	app.notFound(() => {
		throw new AppError({
			code: "RESOURCE_NOT_FOUND",
			message: `There is nothing at this path. ${BASE_PATH}/openapi.json lists every operation.`,
		});
	});
	app.onError(respondWithError);
	return app;
}
