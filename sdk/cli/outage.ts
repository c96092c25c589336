import { ApiError, ConnectionError, type ReplevinError, UnexpectedResponseError } from "../src/index.ts";

/** Whether a command that goes on for hours should try again, because the service may only restart. */
export function isOutage(error: unknown): error is ReplevinError {
	if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return true;
	return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}
