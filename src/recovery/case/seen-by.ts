import type { AccountService } from "../../developers/account/account-service.ts";
import type { PrincipalOf } from "../../http/policies.ts";
import type { Viewer } from "./caller.ts";

/**
 * What a caller may see of a case. To a session of a developer whose case it is not, the role is asked for: reviewers
 * see all (recovery.md "Who sees a case"), and never by an API key.
 */
export async function seenBy<T>(
	principal: PrincipalOf["case_viewer"],
	services: { developers: Pick<AccountService, "currentUser"> },
	see: (viewer: Viewer) => Promise<T | null>,
): Promise<T | null> {
	const seen = await see(principal);
	if (seen !== null) return seen;
	return (await reviewerOf(principal, services)) === null ? null : see({ kind: "reviewer" });
}

/** The developerId of a reviewer who calls by a session; null for everybody else. */
export async function reviewerOf(
	principal: PrincipalOf["case_viewer"],
	{ developers }: { developers: Pick<AccountService, "currentUser"> },
): Promise<string | null> {
	if (principal.kind !== "developer" || principal.via !== "session") return null;
	const answer = await developers.currentUser(principal);
	return answer.kind === "found" && answer.user.role === "reviewer" ? principal.developerId : null;
}
