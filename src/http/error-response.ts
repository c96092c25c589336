/** Writes every error response. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError, statusOfCode } from "../kernel/errors/app-error.ts";
import { StorageError } from "../kernel/errors/storage-error.ts";
import { log } from "../kernel/log.ts";
import type { HonoEnv } from "./hono-env.ts";
import { describeQuota } from "./rate-limit.ts";
import { responseHeaders } from "./response-headers.ts";

const DEFAULT_RETRY_AFTER_SECONDS = 5;

/** Turns any thrown value into `{ error: { code, message, requestId, details? } }`. */
export function respondWithError(thrown: unknown, c: Context<HonoEnv>): Response {
	const error = asAppError(thrown);
	const requestId = c.get("requestId");
	const status = statusOfCode[error.code];
	if (status >= 500) logFailure(requestId, c.req.method, patternOf(c), error);
	const headers = responseHeaders(c);
	if (error.retryAfterSeconds !== undefined) headers.set("Retry-After", String(error.retryAfterSeconds));
	else if (status === 503) headers.set("Retry-After", String(DEFAULT_RETRY_AFTER_SECONDS));
	if (error.quota) describeQuota(error.quota, error.retryAfterSeconds ?? 0, headers);
	if (error.allow) headers.set("Allow", error.allow.join(", "));
	if (status === 401) headers.set("WWW-Authenticate", "Bearer");
	const { code, message, details } = error;
	return Response.json(
		{ error: { code, message, requestId, ...(details && { details }) } },
		{ status, headers },
	);
}

/** The route's pattern, because the path of a hosted link is a secret. */
function patternOf(c: Context<HonoEnv>): string {
	return c.req.matchedRoutes.at(-1)?.path ?? "";
}

function asAppError(thrown: unknown): AppError {
	if (thrown instanceof AppError) return thrown;
	if (thrown instanceof HTTPException && thrown.status === 400) {
		return new AppError({
			code: "INPUT_VALIDATION_ERROR",
			message: "The body is not valid JSON. Send one JSON object, encoded as UTF-8.",
			details: [{ field: "(body)", rule: "json", message: "This is not valid JSON." }],
		});
	}
	if (isOutage(thrown)) {
		return new AppError({
			code: "SERVICE_UNAVAILABLE",
			message: "The service's storage did not respond. Nothing is lost; try again in a moment.",
			cause: thrown,
		});
	}
	return new AppError({
		code: "INTERNAL_SERVER_ERROR",
		message:
			"An unexpected error occurred in the service. Try again; if it persists, report the request id to the operator.",
		cause: thrown,
	});
}

/** True if the database failed, or the platform marked an object's error as retryable. */
function isOutage(thrown: unknown): boolean {
	if (thrown instanceof StorageError) return true;
	if (!(thrown instanceof Error)) return false;
	return (
		("retryable" in thrown && thrown.retryable === true) ||
		("overloaded" in thrown && thrown.overloaded === true)
	);
}

function logFailure(requestId: string, method: string, path: string, error: AppError): void {
	const { cause } = error;
	log.error("request-failed", {
		requestId,
		method,
		path,
		code: error.code,
		message: error.message,
		cause: cause instanceof Error ? (cause.stack ?? cause.message) : cause,
	});
}
