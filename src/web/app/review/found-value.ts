/** What a reviewer types, as the API compares it. The page and its script share it. */
import type { ClaimedValue } from "../../../protocol/comparison.ts";
import { readAmount } from "../core/amounts.ts";
import { isNameOfCourt } from "../words/court-words.ts";

/** What the typed text is read by. */
export type Reading = Pick<ClaimedValue, "kind" | "claimed"> & {
	/** Of an amount. Null if they are not known: then it is typed in smallest units. */
	decimals?: number | null | undefined;
	/** What papers write instead of the claimed id. */
	name?: string | undefined;
};

/** An amount in smallest units where its decimals are known; null if it is no amount. */
export function foundValue(
	{ kind, claimed, decimals, name }: Reading,
	typed: string,
	decimalSign: string,
): string | null {
	if (kind === "account" || kind === "hash") return typed.replaceAll(/\s/g, "");
	if (name !== undefined && isNameOfCourt(name, typed)) return claimed;
	if (typeof decimals !== "number") return typed;
	return paperAmount(typed, decimals, decimalSign)?.toString() ?? null;
}

/** As papers write it: with either decimal sign, and with signs between thousands. */
function paperAmount(typed: string, decimals: number, usual: string): bigint | null {
	const text = typed.replaceAll(/[\s'’]/g, "");
	const sign = decimalSignOf(text, usual);
	const [whole = "", fraction = ""] = sign === null ? [text] : text.split(sign);
	if (!/^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(whole) || !/^\d*$/.test(fraction)) return null;
	const digits = `${whole.replaceAll(/[.,]/g, "")}.${fraction.replace(/0+$/, "")}`.replace(/\.$/, "");
	return readAmount(digits, decimals, { acts: { decimalSign: "." } });
}

/** Null if there is none. One sign before three digits parts thousands, unless it is the decimal sign of the page's language. */
function decimalSignOf(text: string, usual: string): string | null {
	const signs = text.match(/[.,]/g) ?? [];
	const last = signs.at(-1);
	if (last === undefined || (signs.length > 1 && signs[0] === last)) return null;
	return last !== usual && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? null : last;
}
