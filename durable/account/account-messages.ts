/** Messages of the Account object, which are not parsed (ADR 35). Times are unix milliseconds. */
import type { Creation } from "../../src/kernel/creation.ts";
import type { Budget } from "../../src/quota/budget.ts";
import type { BudgetExhausted } from "../../src/quota/errors.ts";

/** `endsAt`: of the predecessor, at the latest. `isSelfIssued`: the predecessor's own pair sent the request. */
export type Rotation = { predecessorId: string; endsAt: number; isSelfIssued: boolean };
export type IssueKeyInput = {
	keyId: string;
	developerId: string;
	hint: string;
	lookup: string;
	secretMac: string;
	pepperVersion: number;
	/** A successor inherits its label and its end. */
	terms: { label: string; expiresAt: number | null } | Rotation;
	/** Of an idempotent request. */
	creation?: Creation | undefined;
	now: number;
};
/** Shown when the key is issued, and to a repeated request. */
export type IssuedKey = { keyId: string; label: string; createdAt: number; expiresAt: number | null };
/** Limits the rotations by the pairs of one line of keys. */
export type TooManyRotations = {
	kind: "too_many_rotations";
	amount: number;
	windowSeconds: number;
	waitMs: number;
};
export type IssueKeyResult =
	/** Also if an earlier attempt of this request issued it, which the id tells. */
	| { kind: "issued"; key: IssuedKey }
	/** The key of the request has ended, and a request issues only one. */
	| { kind: "ended" }
	| { kind: "full" }
	| { kind: "closed" }
	| { kind: "predecessor_gone" }
	| TooManyRotations
	| BudgetExhausted;

export type KeyInput = { keyId: string; now: number };
export type ConfirmKeyResult =
	| { kind: "active" }
	| { kind: "expired" }
	| { kind: "revoked" }
	| { kind: "unknown" };
/** `successors`: keys revoked with this key, which had issued them directly or through others. */
export type RevokeKeyResult =
	| { kind: "revoked"; revokedAt: number; successors: string[] }
	| { kind: "unknown" };

export type ListedKey = {
	keyId: string;
	label: string;
	hint: string;
	createdAt: number;
	lastUsedAt: number | null;
	expiresAt: number | null;
	rotatedFrom: string | null;
};

export type ListKeysInput = { now: number };

/** `lifetimeMs`: by default that of a developer's session. */
export type OpenSessionInput = { sessionId: string; now: number; lifetimeMs?: number };
export type OpenSessionResult = { expiresAt: number; isAccountClosed: boolean };

export type SessionInput = { sessionId: string; now: number };
export type ConfirmSessionResult = { kind: "live" } | { kind: "expired" } | { kind: "unknown" };

/** A case of which the session has just opened a live socket. */
export type NoteLiveSocketInput = SessionInput & { caseId: string };
export type NoteLiveSocketResult = { kind: "noted" } | { kind: "session_ended" };

export type CloseSessionInput = { sessionId: string };
/** False if the session had ended before. */
export type CloseSessionResult = { isClosed: boolean };

export type ListSessionsInput = { now: number };
export type ListedSession = {
	sessionId: string;
	openedAt: number;
	/** Without further use the session ends earlier. */
	expiresAt: number;
	lastSeenAt: number;
};

/** Ends all live sessions but this one. */
export type CloseOtherSessionsInput = { sessionId: string; now: number };
export type CloseOtherSessionsResult = { closed: number };

export type PasswordCheckInput = { sessionId: string };
/** `ended`: the session has ended, or has failed so often that it ends now. */
export type BeginPasswordCheckResult = { kind: "counted" } | { kind: "ended" };
export type FailPasswordCheckResult = { isSessionEnded: boolean };

/** `keptSessionId`: the session that proved the address; null if none did. */
export type TakeOverInput = { developerId: string; keptSessionId: string | null; now: number };

export type CloseAccountInput = { developerId: string; now: number };

/** `charges`: taken together with the slot. */
export type ReserveCaseInput = {
	caseId: string;
	lostAccount: string;
	limit: number;
	now: number;
	charges?: Charge[];
};
/** `settled`: so old that the case exists, if it was created at all. */
type CaseSlot = { caseId: string; settled: boolean };
export type ReserveCaseResult =
	/** `reservation`: null if an earlier request had reserved the slot. */
	| { kind: "reserved"; reservation: CaseReservation | null }
	| { kind: "full"; slots: CaseSlot[] }
	| Extract<SpendResult, { kind: "exhausted" }>
	| { kind: "closed" };

export type ReleaseCasesInput = { caseIds: string[] };
/** It is released unless another request has reserved the slot since. */
export type CaseReservation = { caseId: string; reservedAt: number };

/** MACs, newest pepper first. */
type RequestName = { names: string[] };
export type ClaimRequestInput = RequestName & { fingerprints: string[]; creationId: string; now: number };
export type ClaimRequestResult =
	/**
	 * `earlier`: the state of earlier attempts. "interrupted": an attempt may have created the resource. "completed": an
	 * attempt created it.
	 */
	| { kind: "claimed"; creationId: string; earlier: Creation["earlier"] }
	| { kind: "completed"; response: string }
	| { kind: "in_progress"; retryAfterSeconds: number }
	/** The key came with another request. */
	| { kind: "reused" }
	| { kind: "full"; amount: number; windowSeconds: number; retryAfterSeconds: number };
/** `rejected`: nothing was created, so the key may be used again. */
export type FinishRequestInput = RequestName & {
	creationId: string;
	outcome: "succeeded" | "rejected" | "failed";
	response?: string | undefined;
};

/** `part` names the budget within the object. */
export type Charge = { part: string; budget: Budget; cost: number };
export type SpendInput = { charges: Charge[]; now: number };
/** `waitMs`: until the cost fits. `part`: the charge with the longest wait. `left`: what would fit of it now. */
export type SpendResult =
	| { kind: "spent" }
	| { kind: "exhausted"; part: string; waitMs: number; left: number };
export type RefundInput = { charges: Charge[] };
