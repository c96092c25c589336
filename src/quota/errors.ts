import { AppError } from "../kernel/app-error.ts";
import type { ProfileQuotaExceeded } from "./profile-quota.ts";
import type { StorageQuotaExceeded } from "./storage-quota.ts";

export function profileQuotaError({ perDay, retryAfterSeconds }: ProfileQuotaExceeded): AppError {
	const message = `You can read at most ${perDay} estate profiles a day for the first time, and that quota is used up. Profiles that you have read before are still shown. Retry after the time in Retry-After.`;
	return new AppError({ code: "RATE_LIMITED", message, retryAfterSeconds });
}

export function storageQuotaError({ by, retryAfterSeconds }: StorageQuotaExceeded): AppError {
	const message =
		by === "origin"
			? "The daily storage quota of this origin, or of your network within it, is used up. Nothing was stored. Retry after the time in Retry-After, or use an API key or a session of the owner's wallet."
			: "The daily storage quota of wallet sessions from your network is used up. Nothing was stored. Retry after the time in Retry-After, or use an API key.";
	return new AppError({ code: "RATE_LIMITED", message, retryAfterSeconds });
}
