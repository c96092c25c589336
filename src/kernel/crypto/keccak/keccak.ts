/**
 * Keccak-256 by a small WebAssembly module (source: wasm/keccak), instantiated at the first use. Results are copies;
 * memory grows to the largest input.
 */
import type { CallText } from "../hash-functions.ts";
import module from "./keccak.wasm";

type KeccakExports = {
	memory: WebAssembly.Memory;
	keccak(from: number, length: number, out: number): void;
	hashCalls(
		typeHash: number,
		text: number,
		lengths: number,
		count: number,
		hashes: number,
		out: number,
	): number;
};
type Engine = KeccakExports & { start: number };

const HASH_BYTES = 32;
const WASM_PAGE_BYTES = 65_536;
const utf8 = new TextEncoder();

let engine: Engine | undefined;
// A view of the module's memory. Growing the memory detaches the view, so it is created again.
let memory = new Uint8Array(0);

function load(): Engine {
	// The cast is safe, because a test checks the module's hash and so its exports.
	const exports = new WebAssembly.Instance(module, {}).exports as KeccakExports & { inputStart(): number };
	memory = new Uint8Array(exports.memory.buffer);
	const { keccak, hashCalls } = exports;
	return { memory: exports.memory, keccak, hashCalls, start: exports.inputStart() };
}

function engineWithMemory(bytes: number): Engine {
	engine ??= load();
	const missing = engine.start + bytes - memory.length;
	if (missing > 0) {
		engine.memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
		memory = new Uint8Array(engine.memory.buffer);
	}
	return engine;
}

function hashInPlace(length: number, { keccak, start }: Engine): Uint8Array {
	keccak(start, length, start);
	return memory.slice(start, start + HASH_BYTES);
}

/** Ethereum's Keccak-256, not SHA-3. */
export function keccak256(bytes: Uint8Array): Uint8Array {
	const loaded = engineWithMemory(bytes.length + HASH_BYTES);
	memory.set(bytes, loaded.start);
	return hashInPlace(bytes.length, loaded);
}

export function keccak256Utf8(text: string): Uint8Array {
	// A UTF-16 unit takes at most three bytes in UTF-8.
	const loaded = engineWithMemory(text.length * 3 + HASH_BYTES);
	const { written } = utf8.encodeInto(text, memory.subarray(loaded.start));
	return hashInPlace(written, loaded);
}

/**
 * The EIP-712 encoding of a `Call[]`, in one call of WebAssembly, because a call costs as much as a hash.
 *
 * @param callTypeHash 32 bytes, the Keccak-256 of the type's encoding
 * @throws RangeError for malformed text
 */
export function hashCallArray(callTypeHash: Uint8Array, calls: readonly CallText[]): Uint8Array {
	let text = "";
	const lengths = new Uint32Array(calls.length);
	for (const [i, { dest, value, data }] of calls.entries()) {
		if (dest.length !== 42 || value.length !== 64 || data.length < 2 || data.length % 2 !== 0)
			throw new RangeError(`call ${i} is not hex text of the right length`);
		lengths[i] = data.length;
		text += dest + value + data;
	}

	const lengthsAt = HASH_BYTES;
	const hashesAt = lengthsAt + lengths.byteLength;
	const textAt = hashesAt + HASH_BYTES * calls.length;
	const { start, hashCalls } = engineWithMemory(textAt + Math.max(text.length, HASH_BYTES));
	memory.set(callTypeHash, start);
	memory.set(new Uint8Array(lengths.buffer), start + lengthsAt);
	const textBytes = memory.subarray(start + textAt, start + textAt + text.length);
	const { read } = utf8.encodeInto(text, textBytes);
	const failed = hashCalls(start, start + textAt, start + lengthsAt, calls.length, start + hashesAt, start);
	if (failed || read !== text.length)
		throw new RangeError("a call holds a character that is not a hex digit");
	return memory.slice(start, start + HASH_BYTES);
}
