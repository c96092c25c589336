/** One-time codes (auth.md "One-time codes"). Only their hash is stored. Pure. */
import { createHash } from "node:crypto";
import { lazyPattern } from "../../kernel/once.ts";

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const MISREAD: Record<string, string> = { I: "1", L: "1", O: "0" };
const GROUP_LENGTH = 5;
/** 125 bits, so that the code can neither be guessed nor found from its hash. */
export const ACCOUNT_CODE_LENGTH = 25;
/** Allows for separators between all characters. */
const MAX_TYPED_LENGTH = 128;

/** Of the operator's code, which is read out over a call. */
export const OPERATOR_CODE_LIFETIME_MS = 30 * 60 * 1000;

/** @param random one byte per character of the code */
export function accountCodeOf(random: Uint8Array): string {
	const characters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]);
	return inGroups(characters.join(""));
}

/** White space, dashes and invisible characters. */
const betweenSymbols = lazyPattern(String.raw`[\s\p{Pd}\p{Cf}\u2212]`, "gu");

/**
 * The canonical code; undefined if the text cannot be a code. Ignores case, spaces and dashes, and reads I, L and O
 * as the digits that they resemble.
 */
export function readAccountCode(text: string): string | undefined {
	if (text.length > MAX_TYPED_LENGTH) return undefined;
	const typed = text.normalize("NFKC").toUpperCase().replace(betweenSymbols(), "");
	const code = typed.replace(/[ILO]/g, (letter) => MISREAD[letter] ?? letter);
	const isCode =
		code.length === ACCOUNT_CODE_LENGTH && [...code].every((character) => ALPHABET.includes(character));
	return isCode ? inGroups(code) : undefined;
}

/**
 * The stored form: SHA-256 in hex, without a pepper.
 * @param code as `readAccountCode` returns it
 */
export function accountCodeHash(code: string): string {
	return createHash("sha256").update(code).digest("hex");
}

function inGroups(characters: string): string {
	return (characters.match(new RegExp(`.{${GROUP_LENGTH}}`, "g")) ?? []).join("-");
}
