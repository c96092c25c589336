/**
 * Instantiates libsecp256k1, a side module of an older Emscripten, with the memory, table and stack that its build
 * assumed. The memory never grows, so views stay valid.
 */
import module from "./secp256k1.wasm";

/** libsecp256k1's functions return 1 for success; the names and arguments are its C interface's. */
type Exports = {
	_malloc(bytes: number): number;
	_secp256k1_context_create(flags: number): number;
	_secp256k1_ecdsa_recoverable_signature_parse_compact(
		context: number,
		signature: number,
		compact: number,
		recoveryId: number,
	): number;
	_secp256k1_ecdsa_recover(context: number, publicKey: number, signature: number, digest: number): number;
	_secp256k1_ec_pubkey_serialize(
		context: number,
		output: number,
		outputLength: number,
		publicKey: number,
		flags: number,
	): number;
};

export type Secp256k1 = { readonly library: Exports; readonly memory: Uint8Array; readonly context: number };

/** SECP256K1_CONTEXT_VERIFY: only the tables for verifying and recovering. */
const CONTEXT_VERIFY = 0x101;

const PAGE_BYTES = 65_536;
const MEMORY_PAGES = 256;
const TABLE_SIZE = 6;
const STATIC_START = 1024;
const STATIC_BYTES = 67_712;
const HEAP_END_POINTER = STATIC_START + STATIC_BYTES;
const STACK_START = align16(HEAP_END_POINTER + 4);
const STACK_BYTES = 5 * 1024 * 1024;
const HEAP_START = align16(STACK_START + STACK_BYTES);

/** Takes a few milliseconds to compute the context's tables. */
export function loadSecp256k1(): Secp256k1 {
	const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES });
	const bytes = new Uint8Array(memory.buffer);
	new DataView(memory.buffer).setUint32(HEAP_END_POINTER, HEAP_START, true);
	const table = new WebAssembly.Table({ element: "anyfunc", initial: TABLE_SIZE, maximum: TABLE_SIZE });
	const env = {
		memory,
		table,
		tableBase: 0,
		DYNAMICTOP_PTR: HEAP_END_POINTER,
		STACKTOP: STACK_START,
		getTotalMemory: () => MEMORY_PAGES * PAGE_BYTES,
		enlargeMemory: fail,
		abortOnCannotGrowMemory: fail,
		abort: fail,
		_abort: fail,
		___setErrNo: (value: number) => value,
		_emscripten_memcpy_big: (to: number, from: number, length: number) => {
			bytes.copyWithin(to, from, from + length);
			return to;
		},
	};
	// The cast is safe, because a test checks the module's hash and so its exports.
	const library = new WebAssembly.Instance(module, { env }).exports as Exports;
	return { library, memory: bytes, context: library._secp256k1_context_create(CONTEXT_VERIFY) };
}

function align16(address: number): number {
	return (address + 15) & ~15;
}

/** Only a bug reaches this, never an input. */
function fail(): never {
	throw new Error("libsecp256k1 aborted");
}
