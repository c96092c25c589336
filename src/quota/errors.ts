import { AppError } from "../kernel/app-error.ts";
import type { StorageFull } from "./storage-quota.ts";

/** The answer where nothing more may be stored today. */
export function storageFullError({ by, retryAfterSeconds }: StorageFull): AppError {
	const message =
		by === "page"
			? "The pages of this origin have stored as much today as they may, or those at your address have. Wait as long as Retry-After says, or send it with an API key or in a session of the owner's wallet, which are not held up by that. Nothing was stored."
			: "Sessions of wallets at your address have stored as much today as they may. Wait as long as Retry-After says, or send it with an API key, which is not held up by that. Nothing was stored.";
	return new AppError({ code: "RATE_LIMITED", message, retryAfterSeconds });
}
