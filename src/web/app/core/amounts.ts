/**
 * Amounts in the form of the page's language: with its decimal sign, and with a comma between thousands beside a point. Beside
 * a comma it is a space, because countries of one language differ about the point. Pages and their scripts share it. Another
 * form is read where it can mean only one amount.
 */
import type { Copy } from "../copy/copy.ts";

export const COIN_DECIMALS = 18;
const UINT256_LIMIT = 1n << 256n;

/** Digits of the largest amount. */
const MAX_DIGITS = 78;
/** Longer texts are no amounts. To look for zeros at the end of a very long one takes some engines minutes. */
const MAX_CHARACTERS = 400;

type AmountCopy = { acts: Pick<Copy["acts"], "decimalSign"> };

/** @param amount in smallest units */
export function amountInWords(amount: bigint, decimals: number, { acts }: AmountCopy): string {
	const digits = amount.toString().padStart(decimals + 1, "0");
	const thousandsSign = acts.decimalSign === "." ? "," : "\u00a0";
	const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, thousandsSign);
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
	return `${whole}${fraction && `${acts.decimalSign}${fraction}`}`;
}

/** In smallest units. Null if the text is no such amount; if it can mean two, how to write each of them. */
export type TypedAmount = bigint | null | readonly [whole: string, withFraction: string];

/** A comma parts thousands wherever a point stands before decimals. A point does not, wherever a comma stands there. */
export function readAmount(text: string, decimals: number, { acts }: AmountCopy): TypedAmount {
	const { decimalSign } = acts;
	const meanings = meaningsOf(text).filter(({ fraction }) => fraction.length <= decimals);
	const [first, second] = meanings;
	if (first === undefined) return null;
	if (second === undefined || (decimalSign === "." && text.includes(","))) return unitsOf(first, decimals);
	const fraction = second.fraction.length === 3 ? `${second.fraction}0` : second.fraction;
	return [first.whole, `${second.whole}${fraction && `${decimalSign}${fraction}`}`];
}

type Meaning = { whole: string; fraction: string };

function unitsOf({ whole, fraction }: Meaning, decimals: number): bigint | null {
	if (whole.length > MAX_DIGITS) return null;
	const amount = BigInt(whole + fraction.padEnd(decimals, "0"));
	return amount < UINT256_LIMIT ? amount : null;
}

/** The one without a fraction comes first. Zeros at the end of a fraction mean nothing. */
function meaningsOf(text: string): Meaning[] {
	if (text.length > MAX_CHARACTERS) return [];
	const typed = text.trim().replaceAll(/[\s'’]/g, " ");
	const readings = [null, ".", ","].map((sign) => (sign === null ? [typed, "0"] : typed.split(sign)));
	return readings.flatMap(([whole = "", fraction = "", ...more]) =>
		more.length === 0 && WHOLE.test(whole) && /^\d+$/.test(fraction)
			? [{ whole: whole.replaceAll(/\D/g, ""), fraction: fraction.replace(/0+$/, "") }]
			: [],
	);
}

/** Digits alone, or in threes with the same sign between them. */
const WHOLE = /^(?:\d+|[1-9]\d{0,2}([ ,.])\d{3}(?:\1\d{3})*)$/;
