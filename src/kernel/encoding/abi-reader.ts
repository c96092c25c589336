/**
 * Reads ABI-encoded values (Solidity, "Contract ABI Specification") from hex text. An invalid value reads as
 * undefined.
 */

/** Offsets count from the hex digit `start`. */
export type AbiTuple = {
	readonly digits: string;
	readonly start: number;
};

export const WORD_DIGITS = 64;
const ADDRESS_PADDING = "0".repeat(24);

/**
 * The arguments of a call, after its selector.
 * @param data `0x…`, lower case
 */
export function argumentsOf(data: string): AbiTuple | undefined {
	return data.length >= 10 ? { digits: data.slice(10), start: 0 } : undefined;
}

export function wordAt({ digits, start }: AbiTuple, index: number): string | undefined {
	const from = start + index * WORD_DIGITS;
	const word = digits.slice(from, from + WORD_DIGITS);
	return word.length === WORD_DIGITS ? word : undefined;
}

export function uintAt(tuple: AbiTuple, index: number): bigint | undefined {
	const word = wordAt(tuple, index);
	return word === undefined ? undefined : BigInt(`0x${word}`);
}

/** Lower case. Undefined if the word's upper twelve bytes are not zero. */
export function addressAt(tuple: AbiTuple, index: number): string | undefined {
	const word = wordAt(tuple, index);
	return word?.startsWith(ADDRESS_PADDING) ? `0x${word.slice(24)}` : undefined;
}

export function boolAt(tuple: AbiTuple, index: number): boolean | undefined {
	const number = uintAt(tuple, index);
	return number === 0n ? false : number === 1n ? true : undefined;
}

/** The hex digits of the `bytes` whose offset is in word `index`. */
export function bytesAt(tuple: AbiTuple, index: number): string | undefined {
	const tail = tailAt(tuple, index);
	const size = tail && countAt(tail, 2);
	if (tail === undefined || size === undefined) return undefined;
	const from = tail.start + WORD_DIGITS;
	const content = tuple.digits.slice(from, from + size * 2);
	return content.length === size * 2 ? content : undefined;
}

export function uintsAt(tuple: AbiTuple, index: number): bigint[] | undefined {
	const tail = tailAt(tuple, index);
	const count = tail && countAt(tail, WORD_DIGITS);
	if (tail === undefined || count === undefined) return undefined;
	return allOf(count, (at) => uintAt(tail, at + 1));
}

export function tuplesAt(tuple: AbiTuple, index: number): AbiTuple[] | undefined {
	const tail = tailAt(tuple, index);
	const count = tail && countAt(tail, WORD_DIGITS);
	if (tail === undefined || count === undefined) return undefined;
	const heads: AbiTuple = { digits: tuple.digits, start: tail.start + WORD_DIGITS };
	return allOf(count, (at) => tailAt(heads, at));
}

function tailAt(tuple: AbiTuple, index: number): AbiTuple | undefined {
	const offset = uintAt(tuple, index);
	const available = tuple.digits.length - tuple.start;
	if (offset === undefined || offset * 2n >= BigInt(available)) return undefined;
	return { digits: tuple.digits, start: tuple.start + Number(offset) * 2 };
}

/** Undefined if the tail is too short for that many elements. */
function countAt(tail: AbiTuple, digitsEach: number): number | undefined {
	const count = uintAt(tail, 0);
	const available = tail.digits.length - tail.start - WORD_DIGITS;
	return count !== undefined && count * BigInt(digitsEach) <= BigInt(available) ? Number(count) : undefined;
}

function allOf<T>(count: number, read: (at: number) => T | undefined): T[] | undefined {
	const elements: T[] = [];
	for (let at = 0; at < count; at++) {
		const element = read(at);
		if (element === undefined) return undefined;
		elements.push(element);
	}
	return elements;
}
