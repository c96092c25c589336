import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";

/** Imports `.wasm` as workerd does: a compiled `WebAssembly.Module` as the default export. Node cannot. */
const wasmModule: Plugin = {
	name: "wasm-module",
	enforce: "pre",
	load(id) {
		if (!id.endsWith(".wasm")) return;
		const base64 = readFileSync(id).toString("base64");
		return `export default new WebAssembly.Module(Buffer.from(${JSON.stringify(base64)}, "base64"));`;
	},
};

/** Measures response times under a load of its own, so nothing else may run. */
const MEASURING = ["test/chaos/login-load.test.ts"];

/** These measure a process's memory or CPU, so each has a process to itself. */
const WEIGHING = [
	"test/unit/chain/verify-execution-cpu.test.ts",
	"test/unit/chain/verify-execution-load.test.ts",
];

const unit = {
	testTimeout: 30_000,
	expect: {
		requireAssertions: true,
		// A condition becomes true more slowly on a busy machine.
		poll: { timeout: 20_000 },
	},
	// By default, vitest uses one of two processors only.
	maxWorkers: 2,
	sequence: { groupOrder: 0 },
};

const chaos = {
	globalSetup: "test/support/service/prepare-start.ts",
	expect: { requireAssertions: true },
	testTimeout: 180_000,
	hookTimeout: 180_000,
};

const browser = {
	...chaos,
	maxWorkers: 2,
	sequence: { groupOrder: 4 },
	expect: { requireAssertions: true, poll: { timeout: 20_000 } },
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
					// A process per file would load viem seventy times.
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
					// Each file has its own services, ports and state, and mostly waits for processes.
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
			{
				plugins: [wasmModule],
				test: { ...browser, name: "e2e", include: ["test/e2e/**/*.test.ts"] },
			},
			{
				plugins: [wasmModule],
				test: { ...browser, name: "looks", include: ["test/looks/**/*.test.ts"] },
			},
		],
	},
});
