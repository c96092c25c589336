/** The one place where a reason about the release of a will becomes an error for the caller. */
import { notADocumentError } from "../../documents/errors.ts";
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
	wrong_phase: "The request has ended, or has been approved already. Nothing was changed.",
	challenge_period_running:
		"The owner can still object, so it cannot be approved yet: `challengeEndsAt` says until when. Nothing was changed.",
	own_request: "Nobody decides a request of their own account. Another reviewer has to.",
	contended: "Others have changed the request at the same moment. Read it again, then decide.",
	not_released:
		"The will has not been released: the time to object has to pass and two reviewers have to approve.",
	over: "The request has ended: the owner objected, a reviewer rejected it, or the seven days are over.",
};

export function releaseError(reason: ReleaseReason): AppError {
	switch (reason.kind) {
		case "not_a_document":
			return notADocumentError(reason, "a PDF");
		case "no_resolver":
			return new AppError({
				code: "FORBIDDEN",
				message:
					"This is for accounts that a reviewer has granted `resolver`: courts, notaries, law firms. Ask the operator of this service.",
			});
		case "no_request":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such release request among those that you may see.",
			});
		case "nothing_to_release":
			return new AppError({
				code: "RELEASE_STATUS_ERROR",
				message: "There is no will on file for this code, so there is nothing to release.",
			});
		case "open_already":
			return new AppError({
				code: "RELEASE_STATUS_ERROR",
				message:
					"Your account has asked for this will already, and that request has not ended. Its list shows where it stands.",
			});
		case "refused":
		case "not_downloadable":
			return new AppError({ code: "RELEASE_STATUS_ERROR", message: STATUS_MESSAGES[reason.reason] });
		default:
			return estateError(reason);
	}
}
