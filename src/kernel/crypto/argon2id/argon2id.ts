/**
 * Argon2id (RFC 9106) over one WebAssembly module (source: wasm/argon2id, rebuilt by scripts/build-wasm.ts).
 *
 * - One instance per isolate, because WebAssembly memory never shrinks.
 * - Before a call returns, the module zeroes the password and everything derived from it.
 */
import module from "./argon2id.wasm";

export type Argon2idInput = {
	password: Uint8Array;
	/** At least 8 bytes. */
	salt: Uint8Array;
	secret?: Uint8Array;
	associatedData?: Uint8Array;
	/** At least 8 KiB per lane. */
	memoryKib: number;
	passes: number;
	lanes: number;
	/** At least 4. */
	tagBytes: number;
};

type Argon2idExports = {
	memory: WebAssembly.Memory;
	inputStart(): number;
	argon2id(
		input: number,
		inputBytes: number,
		matrix: number,
		blocks: number,
		lanes: number,
		passes: number,
		out: number,
		tagBytes: number,
	): void;
};

const VERSION = 0x13;
const TYPE_ARGON2ID = 2;
const BLOCK_BYTES = 1024;
const WASM_PAGE_BYTES = 65_536;
const NO_BYTES = new Uint8Array();

let engine: Argon2idExports | undefined;

/**
 * @returns the tag, `tagBytes` bytes
 * @throws RangeError if a parameter is below the algorithm's minimum
 */
export function argon2id(input: Argon2idInput): Uint8Array<ArrayBuffer> {
	checkParameters(input);
	const { memoryKib, passes, lanes, tagBytes } = input;
	const hashed = inputOfH0(input);
	const blocks = memoryKib - (memoryKib % (4 * lanes));

	// The cast is safe, because a test checks the module's hash and so its exports.
	engine ??= new WebAssembly.Instance(module, {}).exports as Argon2idExports;
	const start = engine.inputStart();
	const matrix = start + Math.ceil(Math.max(hashed.length, tagBytes) / BLOCK_BYTES) * BLOCK_BYTES;
	const missing = matrix + blocks * BLOCK_BYTES - engine.memory.buffer.byteLength;
	if (missing > 0) engine.memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));

	const memory = new Uint8Array(engine.memory.buffer);
	memory.set(hashed, start);
	hashed.fill(0);
	engine.argon2id(start, hashed.length, matrix, blocks, lanes, passes, start, tagBytes);
	const tag = memory.slice(start, start + tagBytes);
	memory.fill(0, start, start + tagBytes);
	return tag;
}

function checkParameters({ salt, memoryKib, passes, lanes, tagBytes }: Argon2idInput): void {
	const areWhole = [memoryKib, passes, lanes, tagBytes].every(Number.isSafeInteger);
	if (!areWhole || lanes < 1 || passes < 1 || memoryKib < 8 * lanes || tagBytes < 4 || salt.length < 8)
		throw new RangeError("Argon2id cannot run with these parameters");
}

/** RFC 9106, section 3.2. Holds the password: the caller zeroes it. */
function inputOfH0(input: Argon2idInput): Uint8Array {
	const { password, salt, secret = NO_BYTES, associatedData = NO_BYTES } = input;
	const numbers = [input.lanes, input.tagBytes, input.memoryKib, input.passes, VERSION, TYPE_ARGON2ID];
	const texts = [password, salt, secret, associatedData];
	const textBytes = texts.reduce((sum, { length }) => sum + length, 0);
	const bytes = new Uint8Array(4 * (numbers.length + texts.length) + textBytes);
	const view = new DataView(bytes.buffer);
	let at = 0;
	const putNumber = (value: number) => {
		view.setUint32(at, value, true);
		at += 4;
	};
	for (const value of numbers) putNumber(value);
	for (const text of texts) {
		putNumber(text.length);
		bytes.set(text, at);
		at += text.length;
	}
	return bytes;
}
