import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";

/** Node has no `.wasm` module imports of workerd's form (a compiled `WebAssembly.Module` as the default export). */
const wasmModule: Plugin = {
	name: "wasm-module",
	enforce: "pre",
	load(id) {
		if (!id.endsWith(".wasm")) return;
		const base64 = readFileSync(id).toString("base64");
		return `export default new WebAssembly.Module(Buffer.from(${JSON.stringify(base64)}, "base64"));`;
	},
};

export default defineConfig({
	test: {
		projects: [
			{
				plugins: [wasmModule],
				test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: 30_000 },
			},
			"test/vitest.worker.config.ts",
			{
				plugins: [wasmModule],
				test: {
					name: "chaos",
					include: ["test/chaos/**/*.test.ts"],
					fileParallelism: false,
					testTimeout: 180_000,
					hookTimeout: 180_000,
				},
			},
		],
	},
});
