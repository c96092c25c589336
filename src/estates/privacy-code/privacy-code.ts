/**
 * The code that stands in public papers in an owner's place (estates.md "POST …/privacy-codes"): 128 random bits
 * in Crockford's base32 (crockford.com/base32.html) with its check symbol, `RPL-XXXXX-XXXXX-XXXXX-XXXXX-XXXXX-XX`.
 * Guarantees: every single wrong symbol and every swap of two neighbours is found. That proves nothing of a code,
 * it only spares a look-up; and since people copy codes off paper, much of how they write one does not matter.
 */
import { createHmac } from "node:crypto";

/** In Crockford's order, which leaves out I, L, O and U. The last five stand only for a checksum. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U";
const BASE = 32n;
/** The least prime above the base: no two checksums agree after one wrong symbol or one swap. */
const CHECK_MODULUS = 37n;

export const PRIVACY_CODE_BYTES = 16;
/** 128 bits in symbols of 5, the first of which has 3. */
const DATA_LENGTH = 26;
const DATA_LIMIT = 1n << 128n;

const PREFIX = "RPL";
/** As the prefix reads once look-alikes are one. */
const READ_PREFIX = "RP1";
const GROUP = /.{1,5}/g;
/** Four symbols: 20 codes are told apart, and the 108 bits that are left are as far beyond guessing as before. */
const HINT_LENGTH = "XX-XX".length;

/** What a text editor, a court's form or a PDF puts between symbols: white space, dashes, what nobody sees. */
const BETWEEN_SYMBOLS = /[\s\p{Pd}\u2212\u00AD\u200B\u2060]/gu;
/** Longer than any way of writing a code; what is longer is not looked at. */
const MAX_TEXT_LENGTH = 200;

const symbolValues = new Map<string, number>();
for (const [value, symbol] of [...SYMBOLS].entries()) {
	symbolValues.set(symbol, value);
	symbolValues.set(symbol.toLowerCase(), value);
}
for (const [lookAlike, value] of [
	["I", 1],
	["L", 1],
	["O", 0],
] as const) {
	symbolValues.set(lookAlike, value);
	symbolValues.set(lookAlike.toLowerCase(), value);
}

export type ParsedPrivacyCode =
	/** `code` as `formatPrivacyCode` writes it. */
	{ ok: true; code: string } | { ok: false; reason: "malformed" | "wrong_check_symbol" };

/**
 * The code of 16 random bytes, in its canonical form.
 * @throws RangeError for another number of bytes
 */
export function formatPrivacyCode(bytes: Uint8Array): string {
	if (bytes.length !== PRIVACY_CODE_BYTES) throw new RangeError(`a code has ${PRIVACY_CODE_BYTES} bytes`);
	return formatNumber(bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n));
}

/**
 * Reads a code as people write it: in either letter case, with any spaces and dashes or none, with I or L for 1
 * and O for 0, with or without `RPL`, which says to people what it is and carries nothing.
 */
export function parsePrivacyCode(text: string): ParsedPrivacyCode {
	const symbols = readSymbols(text);
	if (!symbols) return { ok: false, reason: "malformed" };
	let number = 0n;
	for (const value of symbols.slice(0, DATA_LENGTH)) {
		// Stands for a checksum alone.
		if (value >= Number(BASE)) return { ok: false, reason: "malformed" };
		number = number * BASE + BigInt(value);
	}
	if (number >= DATA_LIMIT) return { ok: false, reason: "malformed" };
	if (number % CHECK_MODULUS !== BigInt(symbols[DATA_LENGTH] ?? -1)) {
		return { ok: false, reason: "wrong_check_symbol" };
	}
	return { ok: true, code: formatNumber(number) };
}

/** What a list shows of a code. @param code canonical */
export function privacyCodeHint(code: string): string {
	return `${PREFIX}-…${code.slice(-HINT_LENGTH)}`;
}

/**
 * What is stored of a code and found by it: HMAC-SHA256, 64 digits of lower-case hex.
 * @param key of the pepper's purpose `privacy-code`
 * @param code canonical
 */
export function privacyCodeMac(key: Uint8Array, code: string): string {
	return createHmac("sha256", key).update(code).digest("hex");
}

/** The values of 27 symbols, without the prefix; undefined where there are more, fewer or others. */
function readSymbols(text: string): number[] | undefined {
	if (text.length > MAX_TEXT_LENGTH) return undefined;
	const values: number[] = [];
	for (const symbol of text.replace(BETWEEN_SYMBOLS, "")) {
		const value = symbolValues.get(symbol);
		if (value === undefined) return undefined;
		values.push(value);
	}
	if (values.length === DATA_LENGTH + 1) return values;
	const prefix = values.splice(0, PREFIX.length);
	const isCode = values.length === DATA_LENGTH + 1 && textOf(prefix) === READ_PREFIX;
	return isCode ? values : undefined;
}

function formatNumber(number: bigint): string {
	const values = [Number(number % CHECK_MODULUS)];
	for (let rest = number; values.length <= DATA_LENGTH; rest /= BASE) values.unshift(Number(rest % BASE));
	return [PREFIX, ...(textOf(values).match(GROUP) ?? [])].join("-");
}

function textOf(values: readonly number[]): string {
	return values.map((value) => SYMBOLS.charAt(value)).join("");
}
