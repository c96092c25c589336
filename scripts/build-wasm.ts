// Rebuilds the committed WebAssembly modules: `npm run generate`. Compiler and library are pinned, so every
// machine builds the same bytes; test/unit/wasm-build.test.ts compares them.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import asc from "assemblyscript/asc";

const root = join(import.meta.dirname, "..");
export const argon2idModulePath = join(root, "src/kernel/crypto/argon2id/argon2id.wasm");
export const keccakModulePath = join(root, "src/kernel/crypto/keccak/keccak.wasm");
export const secp256k1ModulePath = join(root, "src/kernel/crypto/secp256k1/secp256k1.wasm");

/** Compiles wasm/argon2id/argon2id.as.ts. Throws with the compiler's message if it does not compile. */
export const buildArgon2id = () =>
	compile("wasm/argon2id/argon2id.as.ts", ["--enable", "simd", "--initialMemory", "1"]);

/** Compiles wasm/keccak/keccak.as.ts. Throws with the compiler's message if it does not compile. */
export const buildKeccak = () => compile("wasm/keccak/keccak.as.ts", ["--initialMemory", "8"]);

async function compile(source: string, options: string[]): Promise<Uint8Array> {
	let compiled: Uint8Array | undefined;
	const common = ["--baseDir", root, "-O3", "--converge", "--noAssert", "--runtime", "stub"];
	const { error, stderr } = await asc.main([source, ...common, ...options, "--outFile", "module.wasm"], {
		writeFile: (name, contents) => {
			if (name === "module.wasm" && contents instanceof Uint8Array) compiled = contents;
		},
	});
	if (error || !compiled) throw new Error(`${source} does not compile: ${stderr.toString()}`);
	return compiled;
}

/** libsecp256k1 as @bitauth/libauth builds and ships it. */
export async function extractSecp256k1(): Promise<Uint8Array> {
	const path = "node_modules/@bitauth/libauth/build/lib/bin/secp256k1/secp256k1.wasm";
	return new Uint8Array(await readFile(join(root, path)));
}

if (import.meta.main) {
	await writeFile(argon2idModulePath, await buildArgon2id());
	await writeFile(keccakModulePath, await buildKeccak());
	await writeFile(secp256k1ModulePath, await extractSecp256k1());
}
