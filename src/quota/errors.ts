import { AppError } from "../kernel/app-error.ts";
import type { StorageQuotaExceeded } from "./storage-quota.ts";

export function storageQuotaError({ by, retryAfterSeconds }: StorageQuotaExceeded): AppError {
	const message =
		by === "origin"
			? "The daily storage quota of this origin, or of your network within it, is used up. Nothing was stored. Retry after the time in Retry-After, or use an API key or a session of the owner's wallet."
			: "The daily storage quota of wallet sessions from your network is used up. Nothing was stored. Retry after the time in Retry-After, or use an API key.";
	return new AppError({ code: "RATE_LIMITED", message, retryAfterSeconds });
}
