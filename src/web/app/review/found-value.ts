/** What a reviewer types, as the API compares it. The page and its script share it. */
import { readAmount } from "../core/amounts.ts";

/** In smallest units where `decimals` are known; null if it is no amount. */
export function foundValue(
	decimals: number | null | undefined,
	typed: string,
	decimalSign: string,
): string | null {
	if (decimals === null || decimals === undefined) return typed;
	return readAmount(typed, decimals, { acts: { decimalSign } })?.toString() ?? null;
}
