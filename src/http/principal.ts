import type { AuditEntry } from "../audit/audit-event.ts";

/** The authenticated caller (auth.md "Principals"). */
export type DeveloperPrincipal =
	| { kind: "developer"; developerId: string; via: "api_key"; keyId: string }
	| SessionPrincipal;

export type SessionPrincipal = {
	kind: "developer";
	developerId: string;
	via: "session";
	sessionId: string;
};

/** An anonymous session of the hosted app, from `issue-anon-jwt`. `subject`: `anon:<uuid>`. */
export type AnonymousPrincipal = { kind: "anonymous"; subject: string };

export type WalletPrincipal = {
	kind: "wallet";
	/** `wallet:<address>`, or `wallet:<chainId>:<address>` if a contract proved it. */
	subject: string;
	/** In lower case. */
	address: string;
	/** The only chain on which the proof holds (ADR 7); null for a key's proof. */
	chainId: number | null;
	sessionId: string;
	/** The only page on which the session works; null if no page opened it. */
	page: Page | null;
};

/** A page of an allowlisted origin. `developerId` owns the origin. */
export type Page = { origin: string; developerId: string };

/** An allowlisted `Origin` without a credential. It can be forged outside browsers, so it sees no case record. */
export type OriginPrincipal = { kind: "origin"; origin: string; developerId: string };

export type Nobody = { kind: "nobody" };

export type Principal = DeveloperPrincipal | AnonymousPrincipal | WalletPrincipal | OriginPrincipal | Nobody;

/**
 * `confirm` asks the account object whether the credential is active, after the whole body has arrived, so that a
 * slow body cannot keep a revoked credential alive.
 */
export type Authentication<P extends Principal = Principal> =
	| { kind: "recognised"; principal: P; confirm: () => Promise<Confirmation> }
	| AuthenticationRejection;

export type Confirmation = { kind: "confirmed" } | AuthenticationRejection;

export type AuthenticationRejection = {
	kind: "rejected";
	code: "UNAUTHORIZED" | "INVALID_AUTH" | "INVALID_TOKEN" | "EXPIRED_TOKEN" | "FORBIDDEN" | "RATE_LIMITED";
	message: string;
	/** The response does not wait for it. */
	audit?: AuditEntry | Promise<AuditEntry>;
};
