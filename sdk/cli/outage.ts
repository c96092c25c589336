import { ApiError, ConnectionError, type ReplevinError, UnexpectedResponseError } from "../src/index.ts";

/** Whether a long-running command tries again: the service may be restarting. */
export function isOutage(error: unknown): error is ReplevinError {
	if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return true;
	return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}
