/** The one-time code that sets a new password (auth.md "Forgotten passwords"). Only its hash is stored. Pure. */
import { createHash } from "node:crypto";

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const MISREAD: Record<string, string> = { I: "1", L: "1", O: "0" };
const GROUP_LENGTH = 5;
/** 25 characters of 5 bits: 125 bits cannot be guessed, nor found from a stored hash. */
export const RESET_CODE_LENGTH = 25;
/** Above any way of writing a code. */
const MAX_TYPED_LENGTH = 128;

export const RESET_LIFETIME_MS = 30 * 60 * 1000;

/** @param random as many random bytes as the code has characters */
export function resetCodeOf(random: Uint8Array): string {
	const characters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]);
	return inGroups(characters.join(""));
}

/**
 * The code in its one spelling; undefined if the text cannot be a code. Case, spaces and dashes do not matter, and I,
 * L and O are read as the digits that they look like.
 */
export function readResetCode(text: string): string | undefined {
	if (text.length > MAX_TYPED_LENGTH) return undefined;
	const typed = text
		.normalize("NFKC")
		.toUpperCase()
		.replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, "");
	const code = typed.replace(/[ILO]/g, (letter) => MISREAD[letter] ?? letter);
	const isCode =
		code.length === RESET_CODE_LENGTH && [...code].every((character) => ALPHABET.includes(character));
	return isCode ? inGroups(code) : undefined;
}

/**
 * The stored form: SHA-256 in hex, without a pepper.
 * @param code as `readResetCode` returns it
 */
export function resetCodeHash(code: string): string {
	return createHash("sha256").update(code).digest("hex");
}

function inGroups(characters: string): string {
	return (characters.match(new RegExp(`.{${GROUP_LENGTH}}`, "g")) ?? []).join("-");
}
