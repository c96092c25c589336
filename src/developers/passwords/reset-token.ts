/** The token of a one-time link that sets a new password: 256 random bits, of which only a hash is kept. Pure. */
import { createHash } from "node:crypto";

export const RESET_TOKEN_BYTES = 32;

/** auth.md "Passwords and sessions": 30 minutes. */
export const RESET_LIFETIME_MS = 30 * 60 * 1000;

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** @param random 32 random bytes */
export function resetTokenOf(random: Uint8Array): string {
	return Buffer.from(random).toString("base64url");
}

/** Whether text has the form of a token; garbage is refused before anything is looked up. */
export function isResetToken(text: string): boolean {
	return SHAPE.test(text);
}

/** What is kept of a token: its SHA-256 in hex. Nobody guesses 256 random bits, so it needs no pepper. */
export function resetTokenHash(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}
