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

/** They measure how long answers take while the machine is busy with what they start themselves. */
const MEASURING = ["test/chaos/login-load.test.ts", "test/chaos/password-worker.test.ts"];

/** They measure what a process uses, so each has one that nothing else was in. */
const WEIGHING = [
	"test/unit/chain/verify-execution-cpu.test.ts",
	"test/unit/chain/verify-execution-load.test.ts",
];

const unit = {
	testTimeout: 30_000,
	// How long a condition may take to come true on a machine that does other things as well.
	expect: { poll: { timeout: 20_000 } },
	// Left to itself, vitest keeps one processor of two for its own use.
	maxWorkers: 2,
	sequence: { groupOrder: 0 },
};

const chaos = {
	globalSetup: "test/support/service/prepare-start.ts",
	testTimeout: 180_000,
	hookTimeout: 180_000,
};

export default defineConfig({
	test: {
		projects: [
			{
				plugins: [wasmModule],
				test: {
					...unit,
					name: "unit",
					include: ["test/unit/**/*.test.ts"],
					exclude: WEIGHING,
					// A process for each file would load viem seventy times.
					isolate: false,
				},
			},
			{
				plugins: [wasmModule],
				test: {
					...unit,
					name: "unit-alone",
					include: WEIGHING,
				},
			},
			"test/vitest.worker.config.ts",
			{
				plugins: [wasmModule],
				test: {
					...chaos,
					name: "chaos",
					include: ["test/chaos/**/*.test.ts"],
					exclude: MEASURING,
					// Each file has services, ports and state of its own; most of the time one waits for a process.
					maxWorkers: 2,
					sequence: { groupOrder: 2 },
				},
			},
			{
				plugins: [wasmModule],
				test: {
					...chaos,
					name: "chaos-alone",
					include: MEASURING,
					fileParallelism: false,
					sequence: { groupOrder: 3 },
				},
			},
		],
	},
});
