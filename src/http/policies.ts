import { capitalized } from "../kernel/capitalized.ts";
import type {
	AnonymousPrincipal,
	DeveloperPrincipal,
	Nobody,
	OriginPrincipal,
	SessionPrincipal,
	WalletPrincipal,
} from "./principal.ts";

/** auth.md "Principals". */
type PrincipalByCredential = {
	/** `x-api-key` and `x-api-secret`. */
	api_key: Extract<DeveloperPrincipal, { via: "api_key" }>;
	/** A bearer token or the `access_token` cookie. */
	session: SessionPrincipal;
	wallet: WalletPrincipal;
	anonymous: AnonymousPrincipal;
	origin: OriginPrincipal;
};

export type CredentialKind = keyof PrincipalByCredential;

type PolicyRow = {
	/** If empty, every caller is `nobody`. */
	accepts: readonly CredentialKind[];
	role?: "reviewer";
};

/** Authentication, principals and OpenAPI security derive from these. */
const POLICIES = {
	/** Still rejects an API secret sent by a browser. */
	public: { accepts: [] },
	developer: { accepts: ["api_key", "session"] },
	developer_session: { accepts: ["session"] },
	any_session: { accepts: ["session", "wallet"] },
	reviewer: { accepts: ["session"], role: "reviewer" },
	/** May ask about and file a case. */
	claimant: { accepts: ["api_key", "session", "wallet", "anonymous", "origin"] },
	case_viewer: { accepts: ["api_key", "session", "wallet", "anonymous"] },
	/** The server of the hosted app, which alone can issue anonymous sessions. */
	hosted_app: { accepts: ["anonymous"] },
	developer_or_wallet: { accepts: ["api_key", "session", "wallet"] },
	estate_submitter: { accepts: ["api_key", "session", "wallet", "origin"] },
	/** Restricted to its own address, and to the estate of that. */
	wallet_session: { accepts: ["wallet"] },
} as const satisfies Record<string, PolicyRow>;

export type Policy = keyof typeof POLICIES;

export type PrincipalOf = {
	[P in Policy]: (typeof POLICIES)[P]["accepts"] extends readonly []
		? Nobody
		: PrincipalByCredential[(typeof POLICIES)[P]["accepts"][number]];
};

export function accepts(policy: Policy, kind: CredentialKind): boolean {
	const kinds: readonly CredentialKind[] = POLICIES[policy].accepts;
	return kinds.includes(kind);
}

export function roleFor(policy: Policy): "reviewer" | undefined {
	const { role }: PolicyRow = POLICIES[policy];
	return role;
}

const BEARER_OR_COOKIE = "(bearer token or session cookie)";

const NAMES: Record<CredentialKind, string> = {
	api_key: "an API key pair",
	session: `a developer session ${BEARER_OR_COOKIE}`,
	wallet: "a wallet session (bearer token)",
	anonymous: "an anonymous session (bearer token)",
	origin: "a page of an allowlisted origin",
};

/** "This operation takes an API key pair or a developer session …". */
export function describeAccepted(policy: Policy): string {
	const { accepts: kinds, role }: PolicyRow = POLICIES[policy];
	const names = kinds.map((kind) =>
		role && kind === "session" ? `a ${role}'s session ${BEARER_OR_COOKIE}` : NAMES[kind],
	);
	const last = names.pop();
	return `This operation takes ${names.length > 0 ? `${names.join(", ")} or ${last}` : last}.`;
}

export function missingCredentialMessage(policy: Policy): string {
	return `The request has no credential. ${describeAccepted(policy)}`;
}

/** @param kind of the rejected credential */
export function wrongCredentialMessage(policy: Policy, kind: CredentialKind | undefined): string {
	const name = kind === undefined ? "a request without a credential" : NAMES[kind];
	return `${capitalized(name)} cannot do this. ${describeAccepted(policy)}`;
}

type SecurityRequirement = Record<string, []>;

const SCHEMES: Record<CredentialKind, readonly SecurityRequirement[]> = {
	api_key: [{ apiKeyAuth: [], apiSecretAuth: [] }],
	session: [{ bearerAuth: [] }, { cookieAuth: [] }],
	wallet: [{ walletAuth: [] }],
	anonymous: [{ anonymousAuth: [] }],
	// No credential except the page's `Origin`.
	origin: [{}],
};

/** specification.md "Authentication". */
export function securityOf(policy: Policy): SecurityRequirement[] {
	return POLICIES[policy].accepts.flatMap((kind: CredentialKind) => SCHEMES[kind]);
}
