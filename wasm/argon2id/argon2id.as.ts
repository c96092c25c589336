// biome-ignore-all lint/correctness/noPrecisionLoss: AssemblyScript has 64-bit integer literals
// Argon2id (RFC 9106) in AssemblyScript with SIMD, compiled by scripts/build-wasm.ts to
// src/kernel/crypto/argon2id/argon2id.wasm.
// Guarantees: no runtime, no imports, no allocation; callers own the memory from inputStart() on. Except for the tag,
// everything that depends on the password is zero when a call returns.
//
// Over 300 lines, because it is compiled alone: a module without imports is one file.

const BLOCK: usize = 1024;
const WORDS_PER_BLOCK: u32 = 128;
const SLICES: u32 = 4;
const TYPE_ARGON2ID: u64 = 2;

// biome-ignore format: two constants a line, as RFC 7693 prints them
const blake2bIv: usize = memory.data<u64>([
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b,
	0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f,
	0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
]);
// The order in which each round of BLAKE2b takes the words of its message.
// biome-ignore format: one round a line, as RFC 7693 prints them
const sigma: usize = memory.data<u8>([
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
	11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
	7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
	9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
	2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
	12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
	13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
	6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
	10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
]);
// The words of BLAKE2b's vector that each of the eight calls of G in a round mixes: columns, then diagonals.
// biome-ignore format: one call a line
const mixedWords: usize = memory.data<u8>([
	0, 4, 8, 12,
	1, 5, 9, 13,
	2, 6, 10, 14,
	3, 7, 11, 15,
	0, 5, 10, 15,
	1, 6, 11, 12,
	2, 7, 8, 13,
	3, 4, 9, 14,
]);

// BLAKE2b: chaining value, working vector and the padded last block.
const chain: usize = memory.data(64, 16);
const vector: usize = memory.data(128, 16);
const lastBlock: usize = memory.data(128, 16);
// H0, and one hash of the chain that H' concatenates.
const h0: usize = memory.data(64, 16);
const link: usize = memory.data(64, 16);
// The input of H': the length of its result, then at most one block.
const message: usize = memory.data(1028, 16);
// Blocks: the input of the address generator, its addresses, the state of a compression, and zeros.
const counter: usize = memory.data(1024, 16);
const addresses: usize = memory.data(1024, 16);
const work: usize = memory.data(1024, 16);
const zeros: usize = memory.data(1024, 16);

/** First byte that belongs to the caller, aligned to 64. */
export function inputStart(): usize {
	return (__heap_base + 63) & ~63;
}

/**
 * Writes `tagBytes` bytes to `out`, which must not lie in the matrix. `input` is the text that H0 hashes (RFC 9106,
 * section 3.2); it is zeroed. The matrix has `blocks` KiB, a multiple of 4 * lanes; it is zeroed too.
 */
export function argon2id(
	input: usize,
	inputBytes: usize,
	matrix: usize,
	blocks: u32,
	lanes: u32,
	passes: u32,
	out: usize,
	tagBytes: usize,
): void {
	blake2b(input, inputBytes, 64, h0);
	memory.fill(input, 0, inputBytes);
	const laneBlocks = blocks / lanes;
	for (let lane: u32 = 0; lane < lanes; lane++) {
		for (let column: u32 = 0; column < 2; column++) {
			memory.copy(message + 4, h0, 64);
			store<u32>(message + 68, column);
			store<u32>(message + 72, lane);
			longHash(72, BLOCK, matrix + <usize>(lane * laneBlocks + column) * BLOCK);
		}
	}
	for (let pass: u32 = 0; pass < passes; pass++) {
		for (let slice: u32 = 0; slice < SLICES; slice++) {
			for (let lane: u32 = 0; lane < lanes; lane++) {
				fillSegment(matrix, blocks, lanes, passes, pass, slice, lane);
			}
		}
	}
	const last = message + 4;
	memory.fill(last, 0, BLOCK);
	for (let lane: u32 = 1; lane <= lanes; lane++) {
		xorBlock(last, matrix + <usize>(lane * laneBlocks - 1) * BLOCK);
	}
	longHash(BLOCK, tagBytes, out);
	wipe(matrix, blocks);
}

function wipe(matrix: usize, blocks: u32): void {
	memory.fill(matrix, 0, <usize>blocks * BLOCK);
	memory.fill(chain, 0, 64);
	memory.fill(vector, 0, 128);
	memory.fill(lastBlock, 0, 128);
	memory.fill(h0, 0, 64);
	memory.fill(link, 0, 64);
	memory.fill(message, 0, 1028);
	memory.fill(work, 0, BLOCK);
}

/** Fills a quarter of a lane (RFC 9106, sections 3.2 to 3.4). */
function fillSegment(
	matrix: usize,
	blocks: u32,
	lanes: u32,
	passes: u32,
	pass: u32,
	slice: u32,
	lane: u32,
): void {
	const laneBlocks = blocks / lanes;
	const segmentBlocks = laneBlocks / SLICES;
	const isIndependent = pass === 0 && slice < SLICES / 2;
	const isFirst = pass === 0 && slice === 0;
	if (isIndependent) {
		memory.fill(counter, 0, BLOCK);
		store<u64>(counter, pass, 0);
		store<u64>(counter, lane, 8);
		store<u64>(counter, slice, 16);
		store<u64>(counter, blocks, 24);
		store<u64>(counter, passes, 32);
		store<u64>(counter, TYPE_ARGON2ID, 40);
		// The first two blocks of a lane have addresses too, which are not used.
		if (isFirst) nextAddresses();
	}
	const laneStart = matrix + <usize>(lane * laneBlocks) * BLOCK;
	for (let index: u32 = isFirst ? 2 : 0; index < segmentBlocks; index++) {
		const column = slice * segmentBlocks + index;
		const current = laneStart + <usize>column * BLOCK;
		const previous = column === 0 ? laneStart + <usize>(laneBlocks - 1) * BLOCK : current - BLOCK;
		let random: u64;
		if (isIndependent) {
			if (index % WORDS_PER_BLOCK === 0) nextAddresses();
			random = load<u64>(addresses + ((<usize>(index % WORDS_PER_BLOCK)) << 3));
		} else {
			random = load<u64>(previous);
		}
		const otherLane = isFirst ? lane : <u32>(random >> 32) % lanes;
		const isSameLane = otherLane === lane;
		// The number of blocks that may be referenced, and the column of the first one.
		const done = pass === 0 ? slice * segmentBlocks : laneBlocks - segmentBlocks;
		const area: u32 = isSameLane ? done + index - 1 : done - (index === 0 ? 1 : 0);
		const from: u32 = pass === 0 || slice === SLICES - 1 ? 0 : (slice + 1) * segmentBlocks;
		const low = random & 0xffffffff;
		const back = <u32>((<u64>area * ((low * low) >> 32)) >> 32);
		const reference = (from + area - 1 - back) % laneBlocks;
		compress(previous, matrix + <usize>(otherLane * laneBlocks + reference) * BLOCK, current, pass > 0);
	}
}

function xorBlock(to: usize, from: usize): void {
	for (let i: usize = 0; i < BLOCK; i += 16) {
		v128.store(to + i, v128.xor(v128.load(to + i), v128.load(from + i)));
	}
}

function nextAddresses(): void {
	store<u64>(counter, load<u64>(counter, 48) + 1, 48);
	compress(zeros, counter, addresses, false);
	compress(zeros, addresses, addresses, false);
}

/** H' (RFC 9106, section 3.3) of the `length` bytes at `message + 4`. */
function longHash(length: usize, outBytes: usize, out: usize): void {
	store<u32>(message, <u32>outBytes);
	if (outBytes <= 64) {
		blake2b(message, length + 4, outBytes, out);
		return;
	}
	blake2b(message, length + 4, 64, link);
	while (outBytes > 64) {
		memory.copy(out, link, 32);
		out += 32;
		outBytes -= 32;
		if (outBytes > 64) blake2b(link, 64, 64, link);
		else blake2b(link, 64, outBytes, out);
	}
}

function blake2b(from: usize, length: usize, outBytes: usize, out: usize): void {
	memory.copy(chain, blake2bIv, 64);
	store<u64>(chain, load<u64>(chain) ^ 0x01010000 ^ <u64>outBytes);
	let done: u64 = 0;
	while (length > 128) {
		done += 128;
		mixBlock(from, done, 0);
		from += 128;
		length -= 128;
	}
	memory.fill(lastBlock, 0, 128);
	memory.copy(lastBlock, from, length);
	mixBlock(lastBlock, done + <u64>length, ~(<u64>0));
	memory.copy(out, chain, outBytes);
}

function mixBlock(block: usize, done: u64, last: u64): void {
	memory.copy(vector, chain, 64);
	memory.copy(vector + 64, blake2bIv, 64);
	store<u64>(vector, load<u64>(vector, 96) ^ done, 96);
	store<u64>(vector, load<u64>(vector, 112) ^ last, 112);
	for (let round: usize = 0; round < 12; round++) {
		const order = sigma + ((round % 10) << 4);
		for (let i: usize = 0; i < 8; i++) {
			const words = mixedWords + (i << 2);
			const a = vector + ((<usize>load<u8>(words, 0)) << 3);
			const b = vector + ((<usize>load<u8>(words, 1)) << 3);
			const c = vector + ((<usize>load<u8>(words, 2)) << 3);
			const d = vector + ((<usize>load<u8>(words, 3)) << 3);
			const x = load<u64>(block + ((<usize>load<u8>(order + (i << 1), 0)) << 3));
			const y = load<u64>(block + ((<usize>load<u8>(order + (i << 1), 1)) << 3));
			store<u64>(a, load<u64>(a) + load<u64>(b) + x);
			store<u64>(d, rotr<u64>(load<u64>(d) ^ load<u64>(a), 32));
			store<u64>(c, load<u64>(c) + load<u64>(d));
			store<u64>(b, rotr<u64>(load<u64>(b) ^ load<u64>(c), 24));
			store<u64>(a, load<u64>(a) + load<u64>(b) + y);
			store<u64>(d, rotr<u64>(load<u64>(d) ^ load<u64>(a), 16));
			store<u64>(c, load<u64>(c) + load<u64>(d));
			store<u64>(b, rotr<u64>(load<u64>(b) ^ load<u64>(c), 63));
		}
	}
	for (let i: usize = 0; i < 64; i += 8) {
		store<u64>(chain + i, load<u64>(chain + i) ^ load<u64>(vector + i) ^ load<u64>(vector + i, 64));
	}
}

/** Writes G(x, y) (RFC 9106, section 3.5) to `out`, which may be x or y; `keeps` xors it with the old `out`. */
function compress(x: usize, y: usize, out: usize, keeps: bool): void {
	for (let i: usize = 0; i < BLOCK; i += 16) {
		const mixed = v128.xor(v128.load(x + i), v128.load(y + i));
		v128.store(work + i, mixed);
		v128.store(out + i, keeps ? v128.xor(v128.load(out + i), mixed) : mixed);
	}
	for (let row: usize = 0; row < BLOCK; row += 128) permute(work + row, 16);
	for (let column: usize = 0; column < 128; column += 16) permute(work + column, 128);
	xorBlock(out, work);
}

/** x + y + 2 * low32(x) * low32(y) in both lanes. */
function multiplyAdd(x: v128, y: v128): v128 {
	const product = i64x2.extmul_low_i32x4_u(
		v128.shuffle<i32>(x, x, 0, 2, 0, 2),
		v128.shuffle<i32>(y, y, 0, 2, 0, 2),
	);
	return i64x2.add(i64x2.add(x, y), i64x2.add(product, product));
}

function rotate32(x: v128): v128 {
	return v128.shuffle<i32>(x, x, 1, 0, 3, 2);
}

function rotate24(x: v128): v128 {
	return v128.shuffle<i8>(x, x, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);
}

function rotate16(x: v128): v128 {
	return v128.shuffle<i8>(x, x, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9);
}

function rotate63(x: v128): v128 {
	return v128.xor(i64x2.shr_u(x, 63), i64x2.add(x, x));
}

/** P (RFC 9106, section 3.6) over eight pairs of words, `stride` bytes apart. */
function permute(at: usize, stride: usize): void {
	const at2 = at + 2 * stride;
	const at4 = at + 4 * stride;
	const at6 = at + 6 * stride;
	let a0 = v128.load(at);
	let a1 = v128.load(at + stride);
	let b0 = v128.load(at2);
	let b1 = v128.load(at2 + stride);
	let c0 = v128.load(at4);
	let c1 = v128.load(at4 + stride);
	let d0 = v128.load(at6);
	let d1 = v128.load(at6 + stride);

	a0 = multiplyAdd(a0, b0);
	a1 = multiplyAdd(a1, b1);
	d0 = rotate32(v128.xor(d0, a0));
	d1 = rotate32(v128.xor(d1, a1));
	c0 = multiplyAdd(c0, d0);
	c1 = multiplyAdd(c1, d1);
	b0 = rotate24(v128.xor(b0, c0));
	b1 = rotate24(v128.xor(b1, c1));
	a0 = multiplyAdd(a0, b0);
	a1 = multiplyAdd(a1, b1);
	d0 = rotate16(v128.xor(d0, a0));
	d1 = rotate16(v128.xor(d1, a1));
	c0 = multiplyAdd(c0, d0);
	c1 = multiplyAdd(c1, d1);
	b0 = rotate63(v128.xor(b0, c0));
	b1 = rotate63(v128.xor(b1, c1));

	// The diagonals: words 5 6 7 4, 10 11 8 9 and 15 12 13 14 below 0 1 2 3.
	let e0 = v128.shuffle<i64>(b0, b1, 1, 2);
	let e1 = v128.shuffle<i64>(b1, b0, 1, 2);
	let f0 = v128.shuffle<i64>(d1, d0, 1, 2);
	let f1 = v128.shuffle<i64>(d0, d1, 1, 2);

	a0 = multiplyAdd(a0, e0);
	a1 = multiplyAdd(a1, e1);
	f0 = rotate32(v128.xor(f0, a0));
	f1 = rotate32(v128.xor(f1, a1));
	c1 = multiplyAdd(c1, f0);
	c0 = multiplyAdd(c0, f1);
	e0 = rotate24(v128.xor(e0, c1));
	e1 = rotate24(v128.xor(e1, c0));
	a0 = multiplyAdd(a0, e0);
	a1 = multiplyAdd(a1, e1);
	f0 = rotate16(v128.xor(f0, a0));
	f1 = rotate16(v128.xor(f1, a1));
	c1 = multiplyAdd(c1, f0);
	c0 = multiplyAdd(c0, f1);
	e0 = rotate63(v128.xor(e0, c1));
	e1 = rotate63(v128.xor(e1, c0));

	v128.store(at, a0);
	v128.store(at + stride, a1);
	v128.store(at2, v128.shuffle<i64>(e1, e0, 1, 2));
	v128.store(at2 + stride, v128.shuffle<i64>(e0, e1, 1, 2));
	v128.store(at4, c0);
	v128.store(at4 + stride, c1);
	v128.store(at6, v128.shuffle<i64>(f0, f1, 1, 2));
	v128.store(at6 + stride, v128.shuffle<i64>(f1, f0, 1, 2));
}
