/** The token of a one-time link that sets a new password (auth.md "Forgotten passwords"). Only its hash is stored. Pure. */
import { createHash } from "node:crypto";

export const RESET_TOKEN_BYTES = 32;

export const RESET_LIFETIME_MS = 30 * 60 * 1000;

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** @param random 32 random bytes */
export function resetTokenOf(random: Uint8Array): string {
	return Buffer.from(random).toString("base64url");
}

/** Checked before any query. */
export function isResetToken(text: string): boolean {
	return SHAPE.test(text);
}

/** The stored form: SHA-256 in hex. 256 random bits cannot be guessed, so the hash needs no pepper. */
export function resetTokenHash(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}
