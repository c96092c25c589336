import type { AuditEntry } from "../audit/audit-event.ts";

/** Who calls, as the route's policy established it (design/auth.md "Principals"). */
export type DeveloperPrincipal =
	| { kind: "developer"; developerId: string; via: "api_key"; keyId: string }
	| SessionPrincipal;

export type SessionPrincipal = {
	kind: "developer";
	developerId: string;
	via: "session";
	sessionId: string;
};

/** A session of the hosted app for somebody unknown, by `issue-anon-jwt`. `subject`: `anon:<uuid>`. */
export type AnonymousPrincipal = { kind: "anonymous"; subject: string };

/** A session by a signed EIP-4361 message. */
export type WalletPrincipal = {
	kind: "wallet";
	/** `wallet:<address>`, or `wallet:<chainId>:<address>` where a contract proved it. */
	subject: string;
	/** In lower case. */
	address: string;
	/** The only chain on which the proof holds (ADR 7); null where it is the key's and holds on all. */
	chainId: number | null;
	sessionId: string;
};

/** No credential but an allowlisted `Origin`: it can be forged outside browsers, so it sees no record. */
export type OriginPrincipal = { kind: "origin"; origin: string; developerId: string };

export type Nobody = { kind: "nobody" };

export type Principal = DeveloperPrincipal | AnonymousPrincipal | WalletPrincipal | OriginPrincipal | Nobody;

/**
 * What the check of a credential found. `confirm` asks the account's object, which is the truth, whether it is
 * in force now. It is asked when the whole request has come in: a caller who holds back the rest of a body
 * does not keep a credential alive that has been revoked meanwhile. A handler that only reads may run beside
 * it, but nothing is answered or written before it has come back.
 */
export type Authentication<P extends Principal = Principal> =
	| { kind: "recognised"; principal: P; confirm: () => Promise<Confirmation> }
	| AuthenticationRefusal;

export type Confirmation = { kind: "confirmed" } | AuthenticationRefusal;

export type AuthenticationRefusal = {
	kind: "refused";
	code: "UNAUTHORIZED" | "INVALID_AUTH" | "INVALID_TOKEN" | "EXPIRED_TOKEN" | "FORBIDDEN" | "RATE_LIMITED";
	message: string;
	/** What is written down of it; the answer does not wait for that. */
	audit?: AuditEntry | Promise<AuditEntry>;
};
