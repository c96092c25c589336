/** The one place where a reason about the release of a will becomes an error for the caller. */
import { invalidDocumentError } from "../../documents/errors.ts";
import { AppError } from "../../kernel/app-error.ts";
import { estateError } from "../errors.ts";
import type {
	DownloadWillAnswer,
	MoveReleaseAnswer,
	ReadOrderAnswer,
	RequestReleaseAnswer,
} from "./release-service.ts";

export type ReleaseReason =
	| Exclude<
			RequestReleaseAnswer | MoveReleaseAnswer | ReadOrderAnswer | DownloadWillAnswer,
			{ kind: "requested" | "moved" | "unchanged" | "order" | "document" }
	  >
	| { kind: "not_owner" };

/** Why a request stands where this cannot be done to it. */
const STATUS_MESSAGES: Record<
	Extract<ReleaseReason, { kind: "refused" | "not_downloadable" }>["reason"],
	string
> = {
	wrong_phase: "The request has ended or is already approved. Nothing was changed.",
	challenge_period_running:
		"The owner's time to object has not passed. Approve the request after `challengeEndsAt`. Nothing was changed.",
	own_request: "You cannot decide a request of your own account. Another reviewer must decide it.",
	contended: "Others changed the request at the same time. Read it again, then retry.",
	not_released:
		"The will is not released yet: the owner's time to object must pass and two reviewers must approve.",
	over: "The request has ended: the owner objected, a reviewer rejected it, or the seven days for the download have passed.",
};

export function releaseError(reason: ReleaseReason): AppError {
	switch (reason.kind) {
		case "invalid_document":
			return invalidDocumentError(reason, "a PDF");
		case "no_resolver":
			return new AppError({
				code: "FORBIDDEN",
				message:
					"This requires the role `resolver`, which a reviewer grants to courts, notaries and law firms. Ask the operator of this service for it.",
			});
		case "no_request":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such release request, or your account cannot access it.",
			});
		case "nothing_to_release":
			return new AppError({
				code: "RELEASE_STATUS_ERROR",
				message: "The estate of this code has no will, so there is nothing to release.",
			});
		case "open_already":
			return new AppError({
				code: "RELEASE_STATUS_ERROR",
				message:
					"Your account already has an open request for this will. List the release requests to see its phase.",
			});
		case "refused":
		case "not_downloadable":
			return new AppError({ code: "RELEASE_STATUS_ERROR", message: STATUS_MESSAGES[reason.reason] });
		default:
			return estateError(reason);
	}
}
