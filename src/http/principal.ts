/** Who calls, as the route's policy established it (design/auth.md "Principals"). */
export type DeveloperPrincipal =
	| { kind: "developer"; developerId: string; via: "api-key"; keyId: string }
	| SessionPrincipal;

export type SessionPrincipal = {
	kind: "developer";
	developerId: string;
	via: "session";
	sessionId: string;
};

type Nobody = { kind: "nobody" };

export type Principal = DeveloperPrincipal | Nobody;

/** A route's policy, and the principal that its handler can count on. */
export type PrincipalOf = {
	/** No credential is looked at. */
	public: Nobody;
	/** An API key pair, a bearer token or the `access_token` cookie of a developer. */
	developer: DeveloperPrincipal;
	/** A bearer token or the cookie; never an API key. */
	"developer-session": SessionPrincipal;
};

export type Policy = keyof PrincipalOf;

/**
 * What the check of a credential found. `confirmation` asks the account's object, which is the truth: a
 * handler that only reads may run beside it, but nothing is answered or written before it has come back.
 */
export type Authentication<P extends Principal = Principal> =
	| { kind: "recognised"; principal: P; confirmation: Promise<Confirmation> }
	| AuthenticationRefusal;

export type Confirmation = { kind: "confirmed" } | AuthenticationRefusal;

export type AuthenticationRefusal = {
	kind: "refused";
	code: "UNAUTHORIZED" | "INVALID_AUTH" | "INVALID_TOKEN" | "EXPIRED_TOKEN" | "FORBIDDEN";
	message: string;
};
