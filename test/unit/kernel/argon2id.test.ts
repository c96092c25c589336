// auth.md "Wallet sessions".
import { describe, expect, it } from "vitest";
import { type Argon2idInput, argon2id } from "../../../src/kernel/crypto/argon2id/argon2id.ts";
import module from "../../../src/kernel/crypto/argon2id/argon2id.wasm";
import { sha256Hex } from "../../../src/kernel/crypto/sha256.ts";
import { bytesToHex } from "../../../src/kernel/encoding/hex.ts";

const utf8 = new TextEncoder();
const repeated = (byte: number, length: number) => new Uint8Array(length).fill(byte);
const bytes = (length: number, step: number) =>
	Uint8Array.from({ length }, (_, at) => (at * step + length) & 255);

/** RFC 9106, section 5.3. */
const rfcInput: Argon2idInput = {
	password: repeated(1, 32),
	salt: repeated(2, 16),
	secret: repeated(3, 8),
	associatedData: repeated(4, 12),
	memoryKib: 32,
	passes: 3,
	lanes: 4,
	tagBytes: 32,
};
const RFC_TAG = "0x0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659";

/** The SHA-256 of tags that OpenSSL computed, by `crypto.argon2Sync` of Node.js 24. */
const OPENSSL_TAGS: [Argon2idInput, string][] = [
	[
		{ password: bytes(0, 5), salt: bytes(8, 3), memoryKib: 8, passes: 1, lanes: 1, tagBytes: 4 },
		"0x55e3adebf3125b0944b97e8532564ca45dc6ffd16192fcc5346995c6e1e1c03d",
	],
	[
		{
			password: utf8.encode("password"),
			salt: utf8.encode("somesalt"),
			memoryKib: 64,
			passes: 2,
			lanes: 1,
			tagBytes: 24,
		},
		"0xc2f75a98e0925d5ee599ee4fe4b19dfc7c1c25e3ca1a7655cf960a08f907e42f",
	],
	[
		{ password: bytes(32, 5), salt: bytes(16, 7), memoryKib: 1024, passes: 1, lanes: 1, tagBytes: 64 },
		"0xb3582a2ecac06f437a0e73b52fbd297243899014e42306803bfbc535ea6de3ba",
	],
	[
		{ password: bytes(127, 5), salt: bytes(16, 7), memoryKib: 1023, passes: 3, lanes: 1, tagBytes: 65 },
		"0xca1e5b2564e5b031759662662816bda8f443f2381871105c9ada72584e4a2d9b",
	],
	[
		{ password: bytes(128, 5), salt: bytes(64, 7), memoryKib: 77, passes: 2, lanes: 2, tagBytes: 96 },
		"0x0e24b5adedff06c4acf017b4a615270981ec0747815f97cbf7a860826fbfdd59",
	],
	[
		{ password: bytes(129, 5), salt: bytes(16, 7), memoryKib: 520, passes: 2, lanes: 3, tagBytes: 128 },
		"0x5c1d295fb60a117c7a5f6860ba3bf34b9fd84df595296c8116bfa009886c0a2d",
	],
	[
		{ password: bytes(3000, 5), salt: bytes(16, 7), memoryKib: 4096, passes: 1, lanes: 4, tagBytes: 333 },
		"0xb83441fa9d67f97a3d7d3a05f59e50dbe460d7e9403777063843b05b7ccd6c49",
	],
	[
		{
			password: utf8.encode("Lorem-ipsum-7"),
			salt: bytes(16, 7),
			memoryKib: 19456,
			passes: 2,
			lanes: 1,
			tagBytes: 32,
		},
		"0xb7216352a04d53a24d3f722a645030d730361cce1a2173627d82e995ee8fb72f",
	],
];

describe("argon2id", () => {
	it("gives the tag of RFC 9106, with secret, associated data and four lanes", () => {
		expect(bytesToHex(argon2id(rfcInput))).toBe(RFC_TAG);
	});

	it.each(OPENSSL_TAGS)("agrees with OpenSSL: case %#", (input, sha256) => {
		const tag = argon2id(input);
		expect(tag).toHaveLength(input.tagBytes);
		expect(sha256Hex(tag)).toBe(sha256);
	});

	it("gives the same result after a larger hash has grown its memory", () => {
		const before = argon2id(rfcInput);
		argon2id({ ...rfcInput, memoryKib: 40_000, passes: 1 });
		expect(argon2id(rfcInput)).toEqual(before);
		expect(bytesToHex(before)).toBe(RFC_TAG);
	});

	it.each([
		["no lanes", { lanes: 0 }],
		["no passes", { passes: 0 }],
		["too little memory for its lanes", { memoryKib: 31 }],
		["a tag of three bytes", { tagBytes: 3 }],
		["a salt of seven bytes", { salt: repeated(2, 7) }],
		["memory that is no whole number", { memoryKib: 32.5 }],
	])("rejects %s", (_, change) => {
		expect(() => argon2id({ ...rfcInput, ...change })).toThrow(RangeError);
	});

	it("leaves nothing of the password in the module's memory", () => {
		/** The whole memory after one hash, without its tag. */
		const memoryAfter = (password: number) => {
			const { exports } = new WebAssembly.Instance(module, {});
			const { memory, inputStart, argon2id } = exports as {
				memory: WebAssembly.Memory;
				inputStart(): number;
				argon2id(...parameters: number[]): void;
			};
			memory.grow(4);
			const start = inputStart();
			const all = new Uint8Array(memory.buffer);
			all.fill(password, start, start + 100);
			argon2id(start, 100, start + 1024, 64, 1, 2, start, 32);
			const tag = all.slice(start, start + 32);
			expect(tag.some((byte) => byte !== 0)).toBe(true);
			all.fill(0, start, start + 32);
			return { start, all };
		};
		const [one, other] = [memoryAfter(1), memoryAfter(2)];
		expect(Buffer.compare(one.all, other.all)).toBe(0);
		expect(one.all.subarray(one.start).every((byte) => byte === 0)).toBe(true);
	});
});
