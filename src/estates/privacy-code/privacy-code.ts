/**
 * Privacy codes, which replace the owner's address in public filings (estates.md "POST …/privacy-codes").
 * - A code is 128 random bits in Crockford's base32 (crockford.com/base32.html) with its check symbol:
 *   `RPL-XXXXX-XXXXX-XXXXX-XXXXX-XXXXX-XX`.
 * - The check symbol detects every single wrong symbol and every swap of two neighbours. It saves a query and proves
 *   nothing about the code.
 * - Parsing is lenient, because people copy codes from paper.
 */

/** Crockford's order, without I, L, O and U. The last five symbols are for checksums only. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U";
const BASE = 32n;
/** The smallest prime above the base, so that a wrong symbol or a swap always changes the checksum. */
const CHECK_MODULUS = 37n;

export const PRIVACY_CODE_BYTES = 16;
/** 128 bits in symbols of 5 bits; the first symbol has 3. */
const DATA_LENGTH = 26;
const DATA_LIMIT = 1n << 128n;

const PREFIX = "RPL";
/** The prefix after L is replaced by 1. */
const READ_PREFIX = "RP1";
const GROUP = /.{1,5}/g;
/** Four symbols distinguish 20 codes, and the remaining 108 bits are still beyond guessing. */
const HINT_LENGTH = "XX-XX".length;

/** White space, dashes and invisible characters, which editors, court forms and PDFs insert between symbols. */
const BETWEEN_SYMBOLS = /[\s\p{Pd}\u2212\u00AD\u200B\u2060]/gu;
/** Longer than any spelling of a code. Longer texts are rejected unread. */
export const MAX_CODE_TEXT_LENGTH = 200;

/** estates.md "POST …/privacy-codes". */
export const MAX_LIVE_PRIVACY_CODES = 20;
const SECOND_MS = 1000;
/** The end of the year 9999, because RFC 3339 has four digits for a year. */
const LAST_TIME_SECONDS = 253_402_300_799;

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
	/** `code` is canonical, as formatPrivacyCode returns it. */
	{ ok: true; code: string } | { ok: false; reason: "malformed" | "wrong_check_symbol" };

/**
 * Writes 16 random bytes as a code in canonical form.
 * @throws RangeError for another number of bytes
 */
export function formatPrivacyCode(bytes: Uint8Array): string {
	if (bytes.length !== PRIVACY_CODE_BYTES) throw new RangeError(`a code has ${PRIVACY_CODE_BYTES} bytes`);
	return formatNumber(bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n));
}

/**
 * Accepts any letter case, any spaces and dashes or none, I or L for 1, O for 0, and a missing `RPL`, which carries no
 * information.
 */
export function parsePrivacyCode(text: string): ParsedPrivacyCode {
	const symbols = readSymbols(text);
	if (!symbols) return { ok: false, reason: "malformed" };
	let number = 0n;
	for (const value of symbols.slice(0, DATA_LENGTH)) {
		// This symbol is for checksums only.
		if (value >= Number(BASE)) return { ok: false, reason: "malformed" };
		number = number * BASE + BigInt(value);
	}
	if (number >= DATA_LIMIT) return { ok: false, reason: "malformed" };
	if (number % CHECK_MODULUS !== BigInt(symbols[DATA_LENGTH] ?? -1)) {
		return { ok: false, reason: "wrong_check_symbol" };
	}
	return { ok: true, code: formatNumber(number) };
}

/** The end of a code, for lists. @param code canonical */
export function privacyCodeHint(code: string): string {
	return `${PREFIX}-…${code.slice(-HINT_LENGTH)}`;
}

export type ExpiryJudgement =
	/** `expiresAt` in unix milliseconds, as stored. */
	{ ok: true; expiresAt: number | null } | { ok: false; reason: "passed" | "too_far" };

/** @param expiresAtSeconds as signed: whole, not negative, 0 for a code that does not expire */
export function judgeExpiry(expiresAtSeconds: number, now: number): ExpiryJudgement {
	if (expiresAtSeconds === 0) return { ok: true, expiresAt: null };
	if (expiresAtSeconds > LAST_TIME_SECONDS) return { ok: false, reason: "too_far" };
	const expiresAt = expiresAtSeconds * SECOND_MS;
	return expiresAt > now ? { ok: true, expiresAt } : { ok: false, reason: "passed" };
}

/** The values of the 27 symbols without the prefix, or undefined for any other text. */
function readSymbols(text: string): number[] | undefined {
	if (text.length > MAX_CODE_TEXT_LENGTH) return undefined;
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
