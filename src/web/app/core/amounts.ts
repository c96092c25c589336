/**
 * Amounts in the form of the page's language: with its decimal sign, and without signs between thousands, which differ
 * among countries of one language. Pages and their scripts share it. Another form is read where it can mean only one amount.
 */
import type { Copy } from "../copy/copy.ts";

export const COIN_DECIMALS = 18;
const UINT256_LIMIT = 1n << 256n;

type AmountCopy = { acts: Pick<Copy["acts"], "decimalSign"> };
type Signs = { decimalSign: string; areThousandsCertain?: boolean };

/** @param amount in smallest units */
export function amountInWords(amount: bigint, decimals: number, { acts }: AmountCopy): string {
	const digits = amount.toString().padStart(decimals + 1, "0");
	const whole = digits.slice(0, digits.length - decimals);
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
	return `${whole}${fraction && `${acts.decimalSign}${fraction}`}`;
}

/** In smallest units; null if the text is no such amount. */
export function readAmount(text: string, decimals: number, { acts }: { acts: Signs }): bigint | null {
	const plain = inPlainForm(text, acts);
	const [whole = "", fraction = ""] = plain?.split(".") ?? [];
	if (!/^\d{1,78}$/.test(whole)) return null;
	if (fraction.length > decimals) return null;
	const amount = BigInt(whole + fraction.padEnd(decimals, "0"));
	return amount < UINT256_LIMIT ? amount : null;
}

/** With a point, if any; null if it is no amount, or if it can mean two. */
function inPlainForm(text: string, { decimalSign, areThousandsCertain = false }: Signs): string | null {
	const other = decimalSign === "." ? "," : ".";
	const [whole = "", fraction, ...more] = text.split(decimalSign);
	if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
	const groups = whole.split(other);
	const areThousands =
		/^[1-9]\d{0,2}$/.test(groups[0] ?? "") && groups.slice(1).every((one) => /^\d{3}$/.test(one));
	const end = fraction === undefined ? "" : `.${fraction}`;
	if (groups.length === 1) return `${whole}${end}`;
	if (areThousands && (groups.length > 2 || fraction !== undefined || areThousandsCertain))
		return `${groups.join("")}${end}`;
	const isFraction = groups.length === 2 && fraction === undefined && !areThousands;
	return isFraction && groups.every((one) => /^\d+$/.test(one)) ? groups.join(".") : null;
}
