/**
 * Keccak-256 as the rules need it. It is an argument of theirs, because the policy of our pages forbids the service's
 * WebAssembly.
 */
import { hexToBytes, isHexText } from "../encoding/hex.ts";

/** Ethereum's Keccak-256, not SHA-3: 32 bytes. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array;

export type CallText = {
	/** 42 characters: `0x` and 40 digits. */
	dest: string;
	/** 64 hex digits of the uint256, with no `0x`. */
	value: string;
	/** `0x` and an even number of digits. */
	data: string;
};

export type HashFunctions = {
	keccak256: Keccak256;
	/** Of the text's UTF-8. */
	keccak256Utf8: (text: string) => Uint8Array;
	/**
	 * The EIP-712 encoding of a `Call[]`.
	 * @param callTypeHash 32 bytes, the Keccak-256 of the type's encoding
	 * @throws RangeError for malformed text
	 */
	hashCallArray: (callTypeHash: Uint8Array, calls: readonly CallText[]) => Uint8Array;
};

const WORD_BYTES = 32;
const ADDRESS_PADDING = "0".repeat(24);
const utf8 = new TextEncoder();

/** Derives the other functions from Keccak-256. */
export function hashFunctionsOf(keccak256: Keccak256): HashFunctions {
	return {
		keccak256,
		keccak256Utf8: (text) => keccak256(utf8.encode(text)),
		hashCallArray: (callTypeHash, calls) => {
			const steps = hashCalls(keccak256, callTypeHash, calls);
			let step = steps.next();
			while (!step.done) step = steps.next();
			return step.value;
		},
	};
}

/** `hashCallArray` in steps, one for each call, so that a page can do other work in between. */
export function* hashCalls(
	keccak256: Keccak256,
	callTypeHash: Uint8Array,
	calls: readonly CallText[],
): Generator<void, Uint8Array> {
	const hashes = new Uint8Array(WORD_BYTES * calls.length);
	for (const [i, call] of calls.entries()) {
		checkCall(call, i);
		hashes.set(hashCall(keccak256, callTypeHash, call), WORD_BYTES * i);
		yield;
	}
	return keccak256(hashes);
}

function hashCall(
	keccak256: Keccak256,
	callTypeHash: Uint8Array,
	{ dest, value, data }: CallText,
): Uint8Array {
	const encoded = new Uint8Array(4 * WORD_BYTES);
	encoded.set(callTypeHash);
	encoded.set(hexToBytes(`0x${ADDRESS_PADDING}${dest.slice(2)}`), WORD_BYTES);
	encoded.set(hexToBytes(`0x${value}`), 2 * WORD_BYTES);
	encoded.set(keccak256(hexToBytes(data)), 3 * WORD_BYTES);
	return keccak256(encoded);
}

function checkCall({ dest, value, data }: CallText, i: number): void {
	if (dest.length !== 42 || value.length !== 64 || data.length < 2 || data.length % 2 !== 0)
		throw new RangeError(`call ${i} is not hex text of the right length`);
	if (!isHexText(dest) || !isHexText(`0x${value}`) || !isHexText(data))
		throw new RangeError("a call holds a character that is not a hex digit");
}
