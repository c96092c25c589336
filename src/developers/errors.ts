import { AppError } from "../kernel/errors/app-error.ts";
import type { Throttled } from "../quota/login-guard.ts";

export function userGone(): AppError {
	return new AppError({
		code: "USER_NOT_FOUND",
		message: "The account of this session no longer exists. Register a new account.",
	});
}

/** Of another account than the caller's. */
export function accountNotFound(): AppError {
	return new AppError({ code: "USER_NOT_FOUND", message: "This account does not exist." });
}

export function emailTaken(): AppError {
	return new AppError({
		code: "USER_FOUND",
		message: "An account with this e-mail address already exists. Log in instead.",
	});
}

export function throttledError({ retryAfterSeconds }: Throttled): AppError {
	return new AppError({
		code: "RATE_LIMITED",
		message:
			"Too many wrong passwords for this account or from this address. Retry after the time in Retry-After.",
		retryAfterSeconds,
	});
}
