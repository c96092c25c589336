/** What is uploaded stays small: docs/adr/0008-what-counts-as-the-bundle.md. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { buildWorker } from "../../scripts/start/build.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILD_LIMIT_MS = 120_000;
const KIB = 1024;
/** At this stage; every isolate loads and compiles this much before it answers anything. */
const COUNTED_LIMIT_KIB = 200;
/** With the module that is instantiated when the first signature is recovered. */
const TOTAL_LIMIT_KIB = 310;

it(
	"the Worker, gzipped, is within its budget, and made of the modules that the budget knows",
	async () => {
		const modules = await buildWorker(ROOT, "src/worker.ts", () => {});
		const sizes = modules.map(({ path, contents }) => ({
			name: path.replace(/^[0-9a-f]{40}-/, ""),
			kib: gzipSync(contents).length / KIB,
		}));
		expect(sizes.map(({ name }) => name).sort()).toEqual(["keccak.wasm", "secp256k1.wasm", "worker.js"]);
		// What the service answers is checked by tests and not by itself: those schemas stay out.
		const script = modules.find(({ path }) => path.endsWith("worker.js"))?.contents;
		expect(String(script)).toContain("RecoveryIntent");
		expect(String(script)).not.toContain("RecoveryCaseSummary");
		// It issues evidence and verifies none: neither do the schemas of the verifier belong to it.
		expect(String(script)).toContain("replevin-evidence/1");
		expect(String(script)).not.toContain("names nobody who can move a case");
		const total = sizes.reduce((sum, { kib }) => sum + kib, 0);
		const apart = sizes.find(({ name }) => name === "secp256k1.wasm")?.kib ?? 0;
		expect(total - apart).toBeLessThanOrEqual(COUNTED_LIMIT_KIB);
		expect(total).toBeLessThanOrEqual(TOTAL_LIMIT_KIB);
		console.log(sizes.map(({ name, kib }) => `${name} ${kib.toFixed(1)} KiB`).join(", "));
	},
	BUILD_LIMIT_MS,
);
