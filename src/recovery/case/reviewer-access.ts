import type { AccountService } from "../../developers/account/account-service.ts";
import { isReviewerNow } from "../../developers/account/developer.ts";
import type { PasskeyService } from "../../developers/passkeys/passkey-service.ts";
import type { PrincipalOf } from "../../http/policies.ts";
import type { Caller } from "./case-access.ts";

/** Tells whether an account acts as a reviewer. */
export type RoleReader = Pick<AccountService, "currentUser"> & Pick<PasskeyService, "mayUseRole">;
type RoleServices = { developers: RoleReader };

/** Reads as the caller, then as a reviewer if a reviewer's session sees nothing (recovery.md "Who sees a case"). */
export async function withReviewerAccess<T>(
	principal: PrincipalOf["case_viewer"],
	services: RoleServices,
	read: (caller: Caller) => Promise<T | null>,
): Promise<T | null> {
	const found = await read(principal);
	if (found !== null) return found;
	return (await reviewerIdOf(principal, services)) === null ? null : read({ kind: "reviewer" });
}

/** null without a reviewer's session. */
export async function reviewerIdOf(
	principal: PrincipalOf["case_viewer"],
	{ developers }: RoleServices,
): Promise<string | null> {
	if (principal.kind !== "developer" || principal.via !== "session") return null;
	const user = await developers.currentUser(principal);
	const isReviewer = user !== undefined && isReviewerNow(user, Date.now());
	return isReviewer && (await developers.mayUseRole(principal.developerId, Date.now()))
		? principal.developerId
		: null;
}
