/**
 * The rules of an estate profile (estates.md): which codes live, which times and nonces are taken, which version
 * of a will comes next. Pure; times that are stored are unix milliseconds, times that are signed unix seconds.
 */
import type { Hex } from "../../kernel/hex.ts";

/** estates.md: "At most 20 live codes". */
export const MAX_LIVE_PRIVACY_CODES = 20;
/** signatures.md "Replay": "deadline at most an hour ahead". */
export const MAX_ERASE_DEADLINE_SECONDS = 3600;

const SECOND_MS = 1000;
/** The end of the year 9999, after which a time is no longer written in four digits (RFC 3339). */
const LAST_TIME_SECONDS = 253_402_300_799;

export type PrivacyCodeState = {
	/** Null for a code that does not expire. */
	readonly expiresAt: number | null;
	readonly revokedAt: number | null;
};

/** Whether a code resolves. It has expired from `expiresAt` on. */
export function isLiveCode({ expiresAt, revokedAt }: PrivacyCodeState, now: number): boolean {
	return revokedAt === null && (expiresAt === null || now < expiresAt);
}

export type ExpiryJudgement =
	/** In unix milliseconds, as it is stored. */
	{ ok: true; expiresAt: number | null } | { ok: false; reason: "passed" | "too_far" };

/** What a signed `expiresAt` means. @param expiresAtSeconds whole, not negative; 0 for none */
export function judgeExpiry(expiresAtSeconds: number, now: number): ExpiryJudgement {
	if (expiresAtSeconds === 0) return { ok: true, expiresAt: null };
	if (expiresAtSeconds > LAST_TIME_SECONDS) return { ok: false, reason: "too_far" };
	const expiresAt = expiresAtSeconds * SECOND_MS;
	return expiresAt > now ? { ok: true, expiresAt } : { ok: false, reason: "passed" };
}

/** Whether an Erase may be carried out: until its deadline, that second included. @param deadlineSeconds whole */
export function judgeDeadline(deadlineSeconds: number, now: number): "valid" | "passed" | "too_far" {
	const nowSeconds = Math.floor(now / SECOND_MS);
	if (deadlineSeconds < nowSeconds) return "passed";
	return deadlineSeconds > nowSeconds + MAX_ERASE_DEADLINE_SECONDS ? "too_far" : "valid";
}

/** A nonce as it is stored and compared: 32 bytes, so the same one in other letters is the same. */
export function canonicalNonce(nonce: Hex): Hex {
	return `0x${nonce.slice(2).toLowerCase()}`;
}

/**
 * The only version that a will may have now.
 * @param versions the newest will's, and the tombstone's where the estate was erased before; 0 where there is none
 */
export function nextWillVersion(versions: { current: number; erased: number }): number {
	return Math.max(versions.current, versions.erased) + 1;
}
