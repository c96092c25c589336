/**
 * Privacy codes (estates.md "POST …/privacy-codes"): 128 random bits in Crockford's base32
 * (crockford.com/base32.html) with its check symbol, as `RPL-XXXXX-XXXXX-XXXXX-XXXXX-XXXXX-XX`. Parsing is lenient,
 * because people copy codes from paper.
 */
import { invalidField } from "../../kernel/errors/app-error.ts";
import { lazyPattern } from "../../kernel/once.ts";

/** Without I, L, O and U. The last five are for checksums only. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U";
const BASE = 32n;
/** The smallest prime above the base, so that every wrong symbol and swap is detected. */
const CHECK_MODULUS = 37n;

export const PRIVACY_CODE_BYTES = 16;
/** The first symbol has 3 bits. */
const DATA_LENGTH = 26;
const DATA_LIMIT = 1n << 128n;

const PREFIX = "RPL";
/** The prefix after L is replaced by 1. */
const READ_PREFIX = "RP1";
const GROUP = /.{1,5}/g;
/** Four symbols distinguish 20 codes and leave 108 bits. */
const HINT_LENGTH = "XX-XX".length;

/** Inserted by editors, court forms and PDFs. */
const betweenSymbols = lazyPattern(String.raw`[\s\p{Pd}\u2212\u00AD\u200B\u2060]`, "gu");
/** Longer texts are rejected unread. */
export const MAX_CODE_TEXT_LENGTH = 200;

/** estates.md "POST …/privacy-codes". */
export const MAX_LIVE_PRIVACY_CODES = 20;
const SECOND_MS = 1000;
/** The end of the year 9999, RFC 3339's limit. */
export const LAST_TIME_SECONDS = 253_402_300_799;

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

/** @throws RangeError unless there are 16 bytes */
export function formatPrivacyCode(bytes: Uint8Array): string {
	if (bytes.length !== PRIVACY_CODE_BYTES) throw new RangeError(`a code has ${PRIVACY_CODE_BYTES} bytes`);
	return formatNumber(bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n));
}

/** Accepts any letter case, spaces and dashes, I or L for 1, O for 0, and a missing `RPL`. */
export function parsePrivacyCode(text: string): ParsedPrivacyCode {
	const symbols = readSymbols(text);
	if (!symbols) return { ok: false, reason: "malformed" };
	let number = 0n;
	for (const value of symbols.slice(0, DATA_LENGTH)) {
		// The symbol is for checksums only.
		if (value >= Number(BASE)) return { ok: false, reason: "malformed" };
		number = number * BASE + BigInt(value);
	}
	if (number >= DATA_LIMIT) return { ok: false, reason: "malformed" };
	if (number % CHECK_MODULUS !== BigInt(symbols[DATA_LENGTH] ?? -1)) {
		return { ok: false, reason: "wrong_check_symbol" };
	}
	return { ok: true, code: formatNumber(number) };
}

export function privacyCodeHint(code: string): string {
	return `${PREFIX}-…${code.slice(-HINT_LENGTH)}`;
}

/**
 * @param expiresAtSeconds whole, not negative, 0 for none
 * @returns unix milliseconds, as stored
 * @throws AppError INPUT_VALIDATION_ERROR if the time has passed, or is too far ahead
 */
export function readExpiry(expiresAtSeconds: number, now: number): number | null {
	if (expiresAtSeconds === 0) return null;
	if (expiresAtSeconds > LAST_TIME_SECONDS) {
		const message = "must be before the year 10000, in unix seconds, not milliseconds";
		throw invalidField({ field: "expiresAt", rule: "too_large", message });
	}
	const expiresAt = expiresAtSeconds * SECOND_MS;
	if (expiresAt > now) return expiresAt;
	throw invalidField({ field: "expiresAt", rule: "expired", message: "must be in the future" });
}

function readSymbols(text: string): number[] | undefined {
	if (text.length > MAX_CODE_TEXT_LENGTH) return undefined;
	const values: number[] = [];
	for (const symbol of text.replace(betweenSymbols(), "")) {
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
