/** Reads what a token's contract returns about itself. Whatever it returned is its own word, and may be meant to deceive. */
import { bytesAt, uintAt, WORD_DIGITS } from "../kernel/encoding/abi-reader.ts";
import { type Hex, hexToBytes } from "../kernel/encoding/hex.ts";
import { lazyPattern } from "../kernel/once.ts";

const MAX_CHARACTERS = 64;
const MAX_TEXT_BYTES = 4096;
const MAX_DECIMALS = 255n;

/** Controls, marks of direction, invisible and private characters, and bytes that are no UTF-8. */
const unprintable = lazyPattern(String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFD]`, "gu");

/** A `string`, or a `bytes32` as tokens before 2017 have it. Null if nothing printable is left. */
export function tokenText(result: Hex): string | null {
	const digits = result.slice(2);
	const content = digits.length === WORD_DIGITS ? digits : bytesAt({ digits, start: 0 }, 0);
	if (content === undefined) return null;
	const text = new TextDecoder().decode(hexToBytes(`0x${content.slice(0, 2 * MAX_TEXT_BYTES)}`));
	const printable = text.normalize("NFC").replaceAll(/\s+/gu, " ").replaceAll(unprintable(), "").trim();
	return [...printable].slice(0, MAX_CHARACTERS).join("").trim() || null;
}

/** Null if the result is no uint8. */
export function tokenDecimals(result: Hex): number | null {
	const decimals = uintAt({ digits: result.slice(2), start: 0 }, 0);
	return decimals === undefined || decimals > MAX_DECIMALS ? null : Number(decimals);
}
