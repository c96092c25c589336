/** Messages of the Account object. Times are unix milliseconds. */
import * as z from "zod";
import { SESSION_LIFETIME_MS } from "../../src/developers/login/session-rules.ts";
import { type Infer, lazy } from "../../src/kernel/once.ts";

const time = lazy(() => z.int().nonnegative());
const keyId = lazy(() => z.uuid());
const sessionId = lazy(() => z.string().regex(/^ses_[0-9a-f]{32}$/));
const caseId = lazy(() => z.string().min(1).max(64));

export const reserveKeyInput = lazy(() =>
	z.object({
		keyId: keyId(),
		label: z.string(),
		hint: z.string(),
		lookup: z.string(),
		secretMac: z.string(),
		pepperVersion: z.int(),
		createdAt: time(),
		expiresAt: time().nullable(),
	}),
);
export type ReserveKeyInput = Infer<typeof reserveKeyInput>;
export type ReserveKeyResult = { kind: "reserved" } | { kind: "full" } | { kind: "closed" };

export const keyInput = lazy(() => z.object({ keyId: keyId(), now: time() }));
export type KeyInput = Infer<typeof keyInput>;
/** `gone`: the reservation has expired. */
export type CommitKeyResult = { kind: "committed" } | { kind: "gone" };
export type ConfirmKeyResult =
	| { kind: "active" }
	| { kind: "expired" }
	| { kind: "revoked" }
	| { kind: "unknown" };
export type RevokeKeyResult = { kind: "revoked"; revokedAt: number } | { kind: "unknown" };

/** Fields that a successor inherits. `termMs`: the lifetime when issued; null without an end. */
export type DescribeKeyResult =
	| { kind: "active"; label: string; termMs: number | null }
	| { kind: "unknown" };

export const commitRotationInput = lazy(() =>
	z.object({ keyId: keyId(), predecessorId: keyId(), endsAt: time(), now: time() }),
);
export type CommitRotationInput = Infer<typeof commitRotationInput>;
/** `predecessor_gone`: the new key was ended too. */
export type CommitRotationResult = CommitKeyResult | { kind: "predecessor_gone" };

export type ListedKey = {
	keyId: string;
	label: string;
	hint: string;
	createdAt: number;
	lastUsedAt: number | null;
	expiresAt: number | null;
};

export const listKeysInput = lazy(() => z.object({ now: time() }));
export type ListKeysInput = Infer<typeof listKeysInput>;

export const openSessionInput = lazy(() =>
	z.object({
		sessionId: sessionId(),
		now: time(),
		lifetimeMs: z.int().positive().default(SESSION_LIFETIME_MS),
	}),
);
export type OpenSessionInput = z.input<ReturnType<typeof openSessionInput>>;

export type OpenSessionResult = { expiresAt: number; isAccountClosed: boolean };

export const sessionInput = lazy(() => z.object({ sessionId: sessionId(), now: time() }));
export type SessionInput = Infer<typeof sessionInput>;
export type ConfirmSessionResult = { kind: "live" } | { kind: "expired" } | { kind: "unknown" };

export const closeSessionInput = lazy(() => z.object({ sessionId: sessionId() }));
export type CloseSessionInput = Infer<typeof closeSessionInput>;

export const closeAccountInput = lazy(() =>
	z.object({
		developerId: z.string().regex(/^dev_[0-9a-f]{32}$/),
		now: time(),
	}),
);
export type CloseAccountInput = Infer<typeof closeAccountInput>;

export const reserveCaseInput = lazy(() =>
	z.object({
		caseId: caseId(),
		lostAccount: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
		limit: z.int().positive(),
		now: time(),
	}),
);
export type ReserveCaseInput = Infer<typeof reserveCaseInput>;
/** `settled`: so old that the case exists, if it was created at all. */
type CaseSlot = { caseId: string; settled: boolean };
export type ReserveCaseResult =
	| { kind: "reserved" }
	| { kind: "full"; slots: CaseSlot[] }
	| { kind: "closed" };

export const releaseCasesInput = lazy(() => z.object({ caseIds: z.array(caseId()) }));
export type ReleaseCasesInput = Infer<typeof releaseCasesInput>;

export const quotaUseInput = lazy(() =>
	z.object({
		/** A keyed hash of the client's network. */
		network: z.string().min(1).max(64),
		bytes: z.int().positive(),
		/** The holder's whole quota, in bytes. */
		perDay: z.int().positive(),
		now: time(),
	}),
);
export type QuotaUse = Infer<typeof quotaUseInput>;
/** `waitMs`: until enough bytes have come back. */
export type ConsumeQuotaResult = { kind: "consumed" } | { kind: "exceeded"; waitMs: number };
