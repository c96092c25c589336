/**
 * Amounts in the form of the page's language: with its decimal sign, and without signs between thousands, which differ
 * among countries of one language. Pages and their scripts share it.
 */
import type { Copy } from "../copy/copy.ts";

export const COIN_DECIMALS = 18;
const UINT256_LIMIT = 1n << 256n;

type AmountCopy = { acts: Pick<Copy["acts"], "decimalSign"> };

/** @param amount in smallest units */
export function amountInWords(amount: bigint, decimals: number, { acts }: AmountCopy): string {
	const digits = amount.toString().padStart(decimals + 1, "0");
	const whole = digits.slice(0, digits.length - decimals);
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
	return `${whole}${fraction && `${acts.decimalSign}${fraction}`}`;
}

/** In smallest units; null if the text is no such amount. No other sign is guessed at, since it may be one of thousands. */
export function readAmount(text: string, decimals: number, { acts }: AmountCopy): bigint | null {
	const [whole = "", fraction = "", ...more] = text.split(acts.decimalSign);
	const hasFraction = text.includes(acts.decimalSign);
	if (!/^\d{1,78}$/.test(whole) || (hasFraction && !/^\d+$/.test(fraction)) || more.length > 0) return null;
	if (fraction.length > decimals) return null;
	const amount = BigInt(whole + fraction.padEnd(decimals, "0"));
	return amount < UINT256_LIMIT ? amount : null;
}
