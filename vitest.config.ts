import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";
import { HAS_CHROMIUM } from "./test/support/browser/has-chromium.ts";

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

const HARNESS = { expect: { requireAssertions: true } };

/** vitest holds that the projects of a group, which run in parallel, have the same number (also the worker's). */
const parallel = { maxWorkers: 4, sequence: { groupOrder: 1 } };

const alone = { maxWorkers: 1, sequence: { groupOrder: 2 } };

const unit = {
	testTimeout: 30_000,
	expect: {
		requireAssertions: true,
		// A condition becomes true more slowly on a busy machine.
		poll: { timeout: 20_000 },
	},
};

const chaos = {
	...HARNESS,
	globalSetup: "test/support/service/prepare-start.ts",
	testTimeout: 180_000,
	hookTimeout: 180_000,
};

const browser = (name: string) => ({
	...chaos,
	globalSetup: [chaos.globalSetup, "test/support/browser/chromium.ts"],
	name,
	include: HAS_CHROMIUM ? [`test/${name}/**/*.test.ts`] : [],
	maxWorkers: 2,
	sequence: { groupOrder: 3 },
	expect: { requireAssertions: true, poll: { timeout: 20_000 } },
});

if (!HAS_CHROMIUM)
	console.warn("e2e and looks do not run: there is no Chromium here. CHROMIUM_PATH names one.");

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					...HARNESS,
					name: "check",
					include: ["test/check/**/*.test.ts"],
					testTimeout: 180_000,
					maxConcurrency: 2,
				},
			},
			{
				plugins: [wasmModule],
				test: {
					...unit,
					...parallel,
					name: "unit",
					include: ["test/unit/**/*.test.ts"],
					exclude: WEIGHING,
					// A process per file would load viem seventy times.
					isolate: false,
				},
			},
			"test/vitest.worker.config.ts",
			{
				plugins: [wasmModule],
				test: {
					...chaos,
					...parallel,
					name: "chaos",
					include: ["test/chaos/**/*.test.ts"],
					exclude: MEASURING,
				},
			},
			{ plugins: [wasmModule], test: { ...unit, ...alone, name: "unit-alone", include: WEIGHING } },
			{ plugins: [wasmModule], test: { ...chaos, ...alone, name: "chaos-alone", include: MEASURING } },
			{ plugins: [wasmModule], test: browser("e2e") },
			{ plugins: [wasmModule], test: browser("looks") },
		],
	},
});
