import type { AccountService } from "../../developers/account/account-service.ts";
import { actsAsReviewer } from "../../developers/account/developer.ts";
import type { PrincipalOf } from "../../http/policies.ts";
import type { Caller } from "./case-access.ts";

/** Reads as the caller, then as a reviewer if a reviewer's session sees nothing (recovery.md "Who sees a case"). */
export async function withReviewerAccess<T>(
	principal: PrincipalOf["case_viewer"],
	services: { developers: Pick<AccountService, "currentUser"> },
	read: (caller: Caller) => Promise<T | null>,
): Promise<T | null> {
	const found = await read(principal);
	if (found !== null) return found;
	return (await reviewerIdOf(principal, services)) === null ? null : read({ kind: "reviewer" });
}

/** null without a reviewer's session. */
export async function reviewerIdOf(
	principal: PrincipalOf["case_viewer"],
	{ developers }: { developers: Pick<AccountService, "currentUser"> },
): Promise<string | null> {
	if (principal.kind !== "developer" || principal.via !== "session") return null;
	const user = await developers.currentUser(principal);
	return user && actsAsReviewer(user, Date.now()) ? principal.developerId : null;
}
