/** Many calls in one, by `aggregate3` of Multicall3. Most chains have it at the same address (github.com/mds1/multicall3). */
import { type AbiTuple, boolAt, bytesAt, tuplesAt, WORD_DIGITS } from "../kernel/encoding/abi-reader.ts";
import { type Hex, isHexText } from "../kernel/encoding/hex.ts";

export const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";
const AGGREGATE3 = "82ad56cb";
const WORD_BYTES = WORD_DIGITS / 2;
/** Words of a call's head: address, whether it may fail, offset of its data. */
const HEAD_WORDS = 3;

export type Subcall = { to: string; data: Hex };

/** The calldata of `aggregate3`, in which each call may fail. */
export function encodeCalls(calls: readonly Subcall[]): Hex {
	const tuples = calls.map(({ to, data }) => {
		const digits = data.slice(2);
		const padded = digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, "0");
		const head = [
			to.slice(2).toLowerCase().padStart(WORD_DIGITS, "0"),
			word(1),
			word(HEAD_WORDS * WORD_BYTES),
		];
		return `${head.join("")}${word(digits.length / 2)}${padded}`;
	});
	let offset = calls.length * WORD_BYTES;
	const offsets = tuples.map((tuple) => {
		const own = word(offset);
		offset += tuple.length / 2;
		return own;
	});
	return `0x${AGGREGATE3}${word(WORD_BYTES)}${word(calls.length)}${offsets.join("")}${tuples.join("")}`;
}

/** What each call returned; null for one that failed. Undefined if the result is malformed or of another count. */
export function decodeResults(result: Hex, count: number): (Hex | null)[] | undefined {
	const tuples = tuplesAt({ digits: result.slice(2), start: 0 }, 0);
	if (tuples?.length !== count) return undefined;
	return tuples.map(returnedBy);
}

function returnedBy(tuple: AbiTuple): Hex | null {
	const digits = bytesAt(tuple, 1);
	const data: Hex = `0x${digits ?? ""}`;
	return boolAt(tuple, 0) === true && digits !== undefined && isHexText(data) ? data : null;
}

const word = (value: number) => value.toString(16).padStart(WORD_DIGITS, "0");
