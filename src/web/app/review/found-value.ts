/** What a reviewer types, as the API compares it. The page and its script share it. */
import type { ClaimedValue } from "../../../protocol/comparison.ts";
import { readAmount, type TypedAmount } from "../core/amounts.ts";
import { isNameOfCourt } from "../words/court-words.ts";

/** What the typed text is read by. */
export type Reading = Pick<ClaimedValue, "kind" | "claimed"> & {
	/** Of an amount. Null if they are not known: then it is typed in smallest units. */
	decimals?: number | null | undefined;
	/** What papers write instead of the claimed id. */
	name?: string | undefined;
};

/** An amount in smallest units where its decimals are known. No text if it is no amount, or can mean two. */
export function foundValue(
	{ kind, claimed, decimals, name }: Reading,
	typed: string,
	decimalSign: string,
): string | Exclude<TypedAmount, bigint> {
	if (kind === "account" || kind === "hash") return typed.replaceAll(/\s/g, "");
	if (name !== undefined && isNameOfCourt(name, typed)) return claimed;
	if (typeof decimals !== "number") return typed;
	const amount = readAmount(typed, decimals, { acts: { decimalSign } });
	return typeof amount === "bigint" ? String(amount) : amount;
}
