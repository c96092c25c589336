/** Many calls in one, by `aggregate3` of Multicall3. Most chains have it at the same address (github.com/mds1/multicall3). */

import { encodeArguments } from "../kernel/encoding/abi-encoder.ts";
import { type AbiTuple, boolAt, bytesAt, tuplesAt } from "../kernel/encoding/abi-reader.ts";
import { type Hex, isHexText } from "../kernel/encoding/hex.ts";

export const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";
/** aggregate3((address,bool,bytes)[]) */
const AGGREGATE3 = "0x82ad56cb";
const PARAMETERS = [
	{
		name: "calls",
		type: "tuple[]",
		components: [
			{ name: "to", type: "address" },
			{ name: "mayFail", type: "bool" },
			{ name: "data", type: "bytes" },
		],
	},
];

export type Subcall = { to: string; data: Hex };

/** The calldata of `aggregate3`, in which each call may fail. */
export function encodeCalls(calls: readonly Subcall[]): Hex {
	return `${AGGREGATE3}${encodeArguments(PARAMETERS, [calls.map((call) => ({ ...call, mayFail: true }))])}`;
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
