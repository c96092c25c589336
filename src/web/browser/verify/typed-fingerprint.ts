/** A fingerprint that somebody types from paper: signs that only separate do not count, and look-alikes are named. */
import type { Copy } from "../../app/copy/copy.ts";

const LENGTH = 64;
/** Spaces, line ends, dashes of every kind, and what stands between groups of digits. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}_.,:;·]/gu;
const LOOK_ALIKES: Readonly<Record<string, string>> = { o: "0", l: "1", i: "1", "|": "1" };
/** More differences are not a slip of the hand. */
const FEW = 4;

type Place = { place: number; typed: string };

export type TypedFingerprint = {
	/** Without `0x`, in small letters. Signs that no fingerprint has stay in their place. */
	digits: string;
	/** Read as the digit that they look like. */
	alikes: (Place & { read: string })[];
	foreign: Place[];
};

/** @param text may be the address of the code on an exhibit */
export function readTyped(text: string): TypedFingerprint {
	const plain = text.replace(/^.*jrcHash=/s, "").replace(SEPARATORS, "");
	const typed = [...plain.replace(/^[0oO][xX]/, "")];
	const alikes: TypedFingerprint["alikes"] = [];
	const foreign: Place[] = [];
	const digits = typed.map((sign, at) => {
		const read = LOOK_ALIKES[sign.toLowerCase()];
		if (read !== undefined) alikes.push({ place: at + 1, typed: sign, read });
		else if (!/[0-9a-f]/i.test(sign)) foreign.push({ place: at + 1, typed: sign });
		return read ?? sign.toLowerCase();
	});
	return { digits: digits.join(""), alikes, foreign };
}

/** Of eight digits, as they are printed. */
type Block = { number: number; typed: string };

export type Comparison =
	| { kind: "none" }
	| { kind: "same" }
	/** Not all 64, or too many, of which the first agree. */
	| { kind: "part"; count: number; agree: number; differs: Block | null }
	/** Perhaps mistyped. */
	| { kind: "few"; places: { place: number; paper: string; file: string }[] }
	| { kind: "other" };

const BLOCK = 8;

/** Digits beyond the last block belong to it. */
function blockOf(digits: string, at: number): Block {
	const number = Math.min(Math.floor(at / BLOCK) + 1, LENGTH / BLOCK);
	const from = (number - 1) * BLOCK;
	return { number, typed: digits.slice(from, number * BLOCK < LENGTH ? from + BLOCK : undefined) };
}

const countOf = ({ digits, foreign }: TypedFingerprint) => digits.length - foreign.length;

export const isWhole = (typed: TypedFingerprint): boolean =>
	countOf(typed) === LENGTH && typed.foreign.length === 0;

/** @param jrcHash of the file */
export function compareTyped(typed: TypedFingerprint, jrcHash: string): Comparison {
	const { digits } = typed;
	const file = jrcHash.slice(2).toLowerCase();
	if (digits === "") return { kind: "none" };
	const places = [...digits].flatMap((paper, at) => {
		const sign = file.charAt(at);
		return paper === sign ? [] : [{ place: at + 1, paper, file: sign }];
	});
	const [first] = places;
	if (!isWhole(typed)) {
		const agree = first ? first.place - 1 : digits.length;
		return { kind: "part", count: countOf(typed), agree, differs: first ? blockOf(digits, agree) : null };
	}
	if (!first) return { kind: "same" };
	return places.length <= FEW ? { kind: "few", places } : { kind: "other" };
}

/** What the page says below the field. */
export function wordsOf(
	typed: TypedFingerprint,
	{ fingerprint }: Pick<Copy["verify"], "fingerprint">,
): string {
	const { digits, alikes, foreign } = typed;
	if (digits === "") return "";
	const words = fingerprint.typed;
	const signs = foreign.map((one) => one.typed).join("");
	const places = foreign.map(({ place }) => place).join(", ");
	return [
		...(signs === "" ? [] : [words.foreign(signs, places)]),
		...alikes.map((one) => words.alike(one.typed, one.place, one.read)),
		isWhole(typed) ? words.whole : words.count(countOf(typed), LENGTH),
	].join(" ");
}
