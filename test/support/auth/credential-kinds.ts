/**
 * The kinds of valid credential, and which of them each policy accepts. The table states auth.md "Policies" a
 * second time and is not derived from the code, so that a mistake in the code's table fails a test.
 */
import type { Policy } from "../../../src/http/policies.ts";

const CREDENTIAL_KINDS = [
	"api_key",
	"session",
	"cookie",
	"reviewer_session",
	"reviewer_cookie",
	"wallet",
	"anonymous",
	"origin",
] as const;

export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

const REVIEWER = ["reviewer_session", "reviewer_cookie"] as const;
/** A reviewer's session is also a developer's session. */
const DEVELOPER_SESSION = ["session", "cookie", ...REVIEWER] as const;

export const acceptedBy: Record<Policy, readonly CredentialKind[]> = {
	public: [],
	developer: ["api_key", ...DEVELOPER_SESSION],
	developer_session: DEVELOPER_SESSION,
	any_session: [...DEVELOPER_SESSION, "wallet"],
	reviewer: REVIEWER,
	claimant: ["api_key", ...DEVELOPER_SESSION, "wallet", "anonymous", "origin"],
	case_viewer: ["api_key", ...DEVELOPER_SESSION, "wallet", "anonymous"],
	developer_or_wallet: ["api_key", ...DEVELOPER_SESSION, "wallet"],
	estate_submitter: ["api_key", ...DEVELOPER_SESSION, "wallet", "origin"],
	hosted_app: ["anonymous"],
	wallet_session: ["wallet"],
};

/** The valid credentials that a route of this policy must reject. `public` ignores credentials. */
export function rejectedBy(policy: Policy): CredentialKind[] {
	return CREDENTIAL_KINDS.filter((kind) => policy !== "public" && !acceptedBy[policy].includes(kind));
}
