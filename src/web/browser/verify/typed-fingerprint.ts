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

export type Comparison =
	| { kind: "none" }
	| { kind: "same" }
	/** The file's fingerprint begins so. */
	| { kind: "beginning"; count: number }
	/** Perhaps mistyped. */
	| { kind: "few"; places: { place: number; paper: string; file: string }[] }
	| { kind: "other" };

/** @param jrcHash of the file */
export function compareTyped({ digits }: TypedFingerprint, jrcHash: string): Comparison {
	const file = jrcHash.slice(2).toLowerCase();
	if (digits === "") return { kind: "none" };
	if (digits === file) return { kind: "same" };
	if (file.startsWith(digits)) return { kind: "beginning", count: digits.length };
	if (digits.length !== LENGTH) return { kind: "other" };
	const places = [...digits].flatMap((paper, at) => {
		const sign = file.charAt(at);
		return paper === sign ? [] : [{ place: at + 1, paper, file: sign }];
	});
	return places.length <= FEW ? { kind: "few", places } : { kind: "other" };
}

/** What the page says below the field. */
export function wordsOf(
	{ digits, alikes, foreign }: TypedFingerprint,
	{ fingerprint }: Pick<Copy["verify"], "fingerprint">,
): string {
	if (digits === "") return "";
	const { typed } = fingerprint;
	return [
		...foreign.map((one) => typed.foreign(one.typed, one.place)),
		...alikes.map((one) => typed.alike(one.typed, one.place, one.read)),
		digits.length === LENGTH ? typed.whole : typed.count(digits.length, LENGTH),
	].join(" ");
}
