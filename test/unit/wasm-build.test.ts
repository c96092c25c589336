// quality.md "Size and start".
// The committed WebAssembly is what its source says: nobody has to take a binary on trust.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
	argon2idModulePath,
	buildArgon2id,
	buildKeccak,
	extractSecp256k1,
	keccakModulePath,
	secp256k1ModulePath,
} from "../../scripts/build-wasm.ts";
import { sha256Hex } from "../../src/kernel/crypto/sha256.ts";

test("keccak.wasm is what its AssemblyScript compiles to, byte for byte", async () => {
	const committed = new Uint8Array(await readFile(keccakModulePath));
	expect(sha256Hex(await buildKeccak())).toBe(sha256Hex(committed));
	expect(sha256Hex(committed)).toBe("0x44e5e06383e6fed538ea6ff169c5e35db07fb5b1f8b8fb97e04fe5f74d12c527");
	// Browsers compile a module of more than 4 KiB on the main thread only asynchronously.
	expect(committed.length).toBeLessThan(4096);
});

test("argon2id.wasm is what its AssemblyScript compiles to, byte for byte", async () => {
	const committed = new Uint8Array(await readFile(argon2idModulePath));
	expect(sha256Hex(await buildArgon2id())).toBe(sha256Hex(committed));
	expect(sha256Hex(committed)).toBe("0xe4c9aa2111b31f3686f962032c6db41a98241a49776ad15290c243b6c15f24aa");
});

test("secp256k1.wasm is the one that libauth ships", async () => {
	const committed = new Uint8Array(await readFile(secp256k1ModulePath));
	expect(sha256Hex(await extractSecp256k1())).toBe(sha256Hex(committed));
	expect(sha256Hex(committed)).toBe("0x7b0c1694b325e3a9754be669514295372260f6853698518fca3a869b0031a98b");
});
