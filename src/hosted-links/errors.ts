import { AppError, type ErrorDetail } from "../kernel/errors/app-error.ts";
import type { ViewState } from "./link.ts";

const UNUSABLE: Record<Exclude<ViewState, "started"> | "of_other_kind", string> = {
	open: "This link was not started yet. Start it first.",
	started_elsewhere:
		"This link was started in another browser. Continue there, or open the link again and continue here instead.",
	used: "This link is used up: one case was filed, or one agreement signed, through it. Ask its sender for another link.",
	expired: "This link has expired. Ask its sender for another link.",
	ended: "This link was ended. Ask its sender for another link.",
	of_other_kind: "This link is for something else: a recovery and an agreement have links of their own.",
};

export const linkUnusable = (state: keyof typeof UNUSABLE): AppError => linkStatusError(UNUSABLE[state]);

export function linkStatusError(message: string, retryAfterSeconds?: number): AppError {
	return new AppError({
		code: "HOSTED_LINK_STATUS_ERROR",
		message: `${message} Nothing was stored.`,
		...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
	});
}

export function invalidLinkFields(details: ErrorDetail[]): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The request has invalid fields; `details` names each of them. Nothing was stored.",
		details,
	});
}

export function linkNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "Your account has no such hosted link. Links are removed 90 days after their end.",
	});
}

/** For who has the link itself. */
export function unknownLink(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "There is no such link. Check that it was copied whole, or ask its sender for another one.",
	});
}
