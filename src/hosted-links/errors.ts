import { AppError, type ErrorDetail } from "../kernel/app-error.ts";
import { budgetError } from "../quota/errors.ts";
import type { LinkRejection } from "./link-rejection.ts";
import type { EndLinkResult, MakeLinkResult } from "./link-service.ts";

type LinkFailure =
	| Exclude<MakeLinkResult, { kind: "made" }>
	| Exclude<EndLinkResult, { kind: "link" }>
	| LinkRejection;

type UnusableState = Extract<LinkRejection, { kind: "link_unusable" }>["state"];

const UNUSABLE: Record<UnusableState, string> = {
	open: "This link was not started yet. Start it first.",
	started_elsewhere:
		"This link was started in another browser. Continue there, or open the link again and continue here instead.",
	used: "This link is used up: one case was filed, or one agreement signed, through it. Ask its sender for another link.",
	expired: "This link has expired. Ask its sender for another link.",
	ended: "This link was ended. Ask its sender for another link.",
	of_other_kind: "This link is for something else: a recovery and an agreement have links of their own.",
};

const status = (message: string, retryAfterSeconds?: number) =>
	new AppError({
		code: "HOSTED_LINK_STATUS_ERROR",
		message: `${message} Nothing was stored.`,
		...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
	});

const badField = (details: ErrorDetail[]) =>
	new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The request has invalid fields; `details` names each of them. Nothing was stored.",
		details,
	});

export function hostedLinkError(failure: LinkFailure): AppError {
	switch (failure.kind) {
		case "no_allowed_origin":
			return new AppError({
				code: "FORBIDDEN",
				message:
					"A link needs an allowed browser origin: request one at `/developers/origins`, and wait until a reviewer allows it. Nothing was stored.",
			});
		case "bad_return_url":
			return badField([{ field: "returnUrl", rule: "not_allowed", message: failure.problem }]);
		case "locked_fields":
			return badField(failure.differences);
		case "not_found":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "Your account has no such hosted link. Links are removed 90 days after their end.",
			});
		case "unknown_link":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such link. Check that it was copied whole, or ask its sender for another one.",
			});
		case "user_gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account that would own this link was deleted. Nothing was stored.",
			});
		case "used":
			return status("This link is used up, so it cannot be ended. Read it for its case.");
		case "made_before":
			return status(
				"A request with the same `Idempotency-Key` made this link, and it was opened or ended since. Make another one with a new key.",
			);
		case "link_unusable":
			return status(UNUSABLE[failure.state]);
		case "link_busy":
			return status(
				"Another case is being filed through this link. Retry after the time in Retry-After.",
				failure.retryAfterSeconds,
			);
		case "budget_exhausted":
			return budgetError(failure);
		default:
			return failure satisfies never;
	}
}
