// biome-ignore-all lint/correctness/noPrecisionLoss: AssemblyScript has 64-bit integer literals
// Keccak-256 in AssemblyScript, compiled by scripts/build-wasm.ts to src/kernel/crypto/keccak/keccak.wasm.
// Guarantees: no runtime, no imports, no allocation; callers own the memory from inputStart() on.
// Below it lie only this module's static data. The pad byte is Keccak's original 0x01, not SHA-3's 0x06.

const RATE: usize = 136;
const WORD: usize = 32;
const ADDRESS_TEXT: usize = 42;
const VALUE_TEXT: usize = 64;

// biome-ignore format: three constants a line, as FIPS 202 tables print them
const roundConstants: usize = memory.data<u64>([
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a,
	0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
	0x8000000080008081, 0x8000000000008009, 0x000000000000008a,
	0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
	0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
	0x000000000000800a, 0x800000008000000a, 0x8000000080008081,
	0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
]);
const state: usize = memory.data(200, 16);
const lastBlock: usize = memory.data(136, 16);
const callWords: usize = memory.data(128, 16);

/** First byte that belongs to the caller, aligned to 64. */
export function inputStart(): usize {
	return (__heap_base + 63) & ~63;
}

/** Writes the 32-byte Keccak-256 of memory[from, from + length) to `out`, which may overlap the input. */
export function keccak(from: usize, length: usize, out: usize): void {
	memory.fill(state, 0, 200);
	while (length >= RATE) {
		absorb(from);
		from += RATE;
		length -= RATE;
	}
	memory.fill(lastBlock, 0, RATE);
	memory.copy(lastBlock, from, length);
	store<u8>(lastBlock + length, 0x01);
	store<u8>(lastBlock + RATE - 1, load<u8>(lastBlock + RATE - 1) | 0x80);
	absorb(lastBlock);
	memory.copy(out, state, WORD);
}

/**
 * Hashes `count` EIP-712 Call structs and writes keccak(their hashes, concatenated), the encoding of
 * `Call[]`, to `out`. `text` holds, for each call, the ASCII of dest (0x + 40 digits), of value (64
 * digits) and of data (0x + digits, as many characters in all as lengths[i] says); data is decoded in
 * place. `hashes` has room for 32 * count bytes. Returns 0, or 1 where a character is not a hex digit.
 */
export function hashCalls(
	typeHash: usize,
	text: usize,
	lengths: usize,
	count: usize,
	hashes: usize,
	out: usize,
): u32 {
	let bad: u32 = 0;
	memory.fill(callWords, 0, 128);
	memory.copy(callWords, typeHash, WORD);
	for (let i: usize = 0; i < count; i++) {
		bad |= decodeHex(text + 2, 20, callWords + WORD + 12);
		text += ADDRESS_TEXT;
		bad |= decodeHex(text, WORD, callWords + 2 * WORD);
		text += VALUE_TEXT;
		const dataText = <usize>load<u32>(lengths + (i << 2));
		const dataBytes = (dataText - 2) >> 1;
		bad |= decodeHex(text + 2, dataBytes, text);
		keccak(text, dataBytes, callWords + 3 * WORD);
		text += dataText;
		keccak(callWords, 128, hashes + (i << 5));
	}
	keccak(hashes, count << 5, out);
	return bad >> 8 ? 1 : 0;
}

/** A digit's value, or a number above 255 for any other character. */
function digit(code: u32): u32 {
	const decimal = code - 48;
	if (decimal < 10) return decimal;
	const letter = (code | 32) - 97;
	return letter < 6 ? letter + 10 : 0x10000;
}

/** Decodes 2 * bytes digits; the result is above 255 where one of them was none. */
function decodeHex(from: usize, bytes: usize, to: usize): u32 {
	let wrong: u64 = 0;
	const end = to + bytes;
	// Eight characters a step.
	for (; to + 4 <= end; to += 4, from += 8) {
		const text = load<u64>(from);
		const lower = text | 0x2020202020202020;
		// The top bit of a byte of each sum tells whether the character is at least one bound and below the other.
		const isDecimal = (text + 0x5050505050505050) & ~(text + 0x4646464646464646);
		const isLetter = (lower + 0x1f1f1f1f1f1f1f1f) & ~(lower + 0x1919191919191919);
		wrong |= text | ~(isDecimal | isLetter);
		const values = (text & 0x0f0f0f0f0f0f0f0f) + 9 * ((text >> 6) & 0x0101010101010101);
		const pairs = ((values << 4) | (values >> 8)) & 0x00ff00ff00ff00ff;
		const halves = (pairs | (pairs >> 8)) & 0x0000ffff0000ffff;
		store<u32>(to, <u32>(halves | (halves >> 16)));
	}
	let seen: u32 = wrong & 0x8080808080808080 ? 0x10000 : 0;
	for (; to < end; to++) {
		const byte = (digit(load<u8>(from)) << 4) | digit(load<u8>(from, 1));
		seen |= byte;
		store<u8>(to, <u8>byte);
		from += 2;
	}
	return seen;
}

function absorb(block: usize): void {
	for (let i: usize = 0; i < RATE; i += 8) {
		store<u64>(state + i, load<u64>(state + i) ^ load<u64>(block + i));
	}
	permute();
}

// Lane aXY of FIPS 202 is a[x + 5y] here. The 25 lanes stay in locals for all 24 rounds: an array would
// cost a memory access per step.
function permute(): void {
	let a0 = load<u64>(state, 0);
	let a1 = load<u64>(state, 8);
	let a2 = load<u64>(state, 16);
	let a3 = load<u64>(state, 24);
	let a4 = load<u64>(state, 32);
	let a5 = load<u64>(state, 40);
	let a6 = load<u64>(state, 48);
	let a7 = load<u64>(state, 56);
	let a8 = load<u64>(state, 64);
	let a9 = load<u64>(state, 72);
	let a10 = load<u64>(state, 80);
	let a11 = load<u64>(state, 88);
	let a12 = load<u64>(state, 96);
	let a13 = load<u64>(state, 104);
	let a14 = load<u64>(state, 112);
	let a15 = load<u64>(state, 120);
	let a16 = load<u64>(state, 128);
	let a17 = load<u64>(state, 136);
	let a18 = load<u64>(state, 144);
	let a19 = load<u64>(state, 152);
	let a20 = load<u64>(state, 160);
	let a21 = load<u64>(state, 168);
	let a22 = load<u64>(state, 176);
	let a23 = load<u64>(state, 184);
	let a24 = load<u64>(state, 192);
	for (let round: usize = 0; round < 192; round += 8) {
		const c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20;
		const c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21;
		const c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22;
		const c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23;
		const c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24;
		const d0 = c4 ^ rotl<u64>(c1, 1);
		const d1 = c0 ^ rotl<u64>(c2, 1);
		const d2 = c1 ^ rotl<u64>(c3, 1);
		const d3 = c2 ^ rotl<u64>(c4, 1);
		const d4 = c3 ^ rotl<u64>(c0, 1);
		const b0 = a0 ^ d0;
		const b1 = rotl<u64>(a6 ^ d1, 44);
		const b2 = rotl<u64>(a12 ^ d2, 43);
		const b3 = rotl<u64>(a18 ^ d3, 21);
		const b4 = rotl<u64>(a24 ^ d4, 14);
		const b5 = rotl<u64>(a3 ^ d3, 28);
		const b6 = rotl<u64>(a9 ^ d4, 20);
		const b7 = rotl<u64>(a10 ^ d0, 3);
		const b8 = rotl<u64>(a16 ^ d1, 45);
		const b9 = rotl<u64>(a22 ^ d2, 61);
		const b10 = rotl<u64>(a1 ^ d1, 1);
		const b11 = rotl<u64>(a7 ^ d2, 6);
		const b12 = rotl<u64>(a13 ^ d3, 25);
		const b13 = rotl<u64>(a19 ^ d4, 8);
		const b14 = rotl<u64>(a20 ^ d0, 18);
		const b15 = rotl<u64>(a4 ^ d4, 27);
		const b16 = rotl<u64>(a5 ^ d0, 36);
		const b17 = rotl<u64>(a11 ^ d1, 10);
		const b18 = rotl<u64>(a17 ^ d2, 15);
		const b19 = rotl<u64>(a23 ^ d3, 56);
		const b20 = rotl<u64>(a2 ^ d2, 62);
		const b21 = rotl<u64>(a8 ^ d3, 55);
		const b22 = rotl<u64>(a14 ^ d4, 39);
		const b23 = rotl<u64>(a15 ^ d0, 41);
		const b24 = rotl<u64>(a21 ^ d1, 2);
		a0 = b0 ^ (~b1 & b2) ^ load<u64>(roundConstants + round);
		a1 = b1 ^ (~b2 & b3);
		a2 = b2 ^ (~b3 & b4);
		a3 = b3 ^ (~b4 & b0);
		a4 = b4 ^ (~b0 & b1);
		a5 = b5 ^ (~b6 & b7);
		a6 = b6 ^ (~b7 & b8);
		a7 = b7 ^ (~b8 & b9);
		a8 = b8 ^ (~b9 & b5);
		a9 = b9 ^ (~b5 & b6);
		a10 = b10 ^ (~b11 & b12);
		a11 = b11 ^ (~b12 & b13);
		a12 = b12 ^ (~b13 & b14);
		a13 = b13 ^ (~b14 & b10);
		a14 = b14 ^ (~b10 & b11);
		a15 = b15 ^ (~b16 & b17);
		a16 = b16 ^ (~b17 & b18);
		a17 = b17 ^ (~b18 & b19);
		a18 = b18 ^ (~b19 & b15);
		a19 = b19 ^ (~b15 & b16);
		a20 = b20 ^ (~b21 & b22);
		a21 = b21 ^ (~b22 & b23);
		a22 = b22 ^ (~b23 & b24);
		a23 = b23 ^ (~b24 & b20);
		a24 = b24 ^ (~b20 & b21);
	}
	store<u64>(state, a0, 0);
	store<u64>(state, a1, 8);
	store<u64>(state, a2, 16);
	store<u64>(state, a3, 24);
	store<u64>(state, a4, 32);
	store<u64>(state, a5, 40);
	store<u64>(state, a6, 48);
	store<u64>(state, a7, 56);
	store<u64>(state, a8, 64);
	store<u64>(state, a9, 72);
	store<u64>(state, a10, 80);
	store<u64>(state, a11, 88);
	store<u64>(state, a12, 96);
	store<u64>(state, a13, 104);
	store<u64>(state, a14, 112);
	store<u64>(state, a15, 120);
	store<u64>(state, a16, 128);
	store<u64>(state, a17, 136);
	store<u64>(state, a18, 144);
	store<u64>(state, a19, 152);
	store<u64>(state, a20, 160);
	store<u64>(state, a21, 168);
	store<u64>(state, a22, 176);
	store<u64>(state, a23, 184);
	store<u64>(state, a24, 192);
}
