// Rebuilds the committed WebAssembly modules: `node scripts/build-wasm.ts`. Compiler and library are pinned, so every
// machine builds the same bytes; test/unit/wasm-build.test.ts compares them.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import asc from "assemblyscript/asc";

const root = join(import.meta.dirname, "..");
export const keccakModulePath = join(root, "src/kernel/keccak/keccak.wasm");
export const secp256k1ModulePath = join(root, "src/kernel/secp256k1/secp256k1.wasm");

/** Compiles wasm/keccak/keccak.as.ts. Throws with the compiler's words where it does not compile. */
export async function buildKeccak(): Promise<Uint8Array> {
	let compiled: Uint8Array | undefined;
	const options = ["-O3", "--converge", "--noAssert", "--runtime", "stub", "--initialMemory", "8"];
	const { error, stderr } = await asc.main(
		["wasm/keccak/keccak.as.ts", "--baseDir", root, ...options, "--outFile", "keccak.wasm"],
		{
			writeFile: (name, contents) => {
				if (name === "keccak.wasm" && contents instanceof Uint8Array) compiled = contents;
			},
		},
	);
	if (error || !compiled) throw new Error(`keccak.as.ts does not compile: ${stderr.toString()}`);
	return compiled;
}

/** libsecp256k1 as @bitauth/libauth builds and ships it. */
export async function extractSecp256k1(): Promise<Uint8Array> {
	const path = "node_modules/@bitauth/libauth/build/lib/bin/secp256k1/secp256k1.wasm";
	return new Uint8Array(await readFile(join(root, path)));
}

if (import.meta.main) {
	await writeFile(keccakModulePath, await buildKeccak());
	await writeFile(secp256k1ModulePath, await extractSecp256k1());
}
