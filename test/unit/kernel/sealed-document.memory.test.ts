// estates.md "POST …/will".
/** What 10 MiB need at most, measured as the growth of the peak of a process of their own. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealDocument } from "../../../src/document-store/sealed-document.ts";
import { createSealer } from "../../../src/kernel/crypto/sealing.ts";

const SIZE_BYTES = 10 * 1024 * 1024;
const source = (file: string) => pathToFileURL(join(import.meta.dirname, "../../../src", file)).href;

/** Goes through everything with a small document first, so that the code and its tables are not counted. */
const PROGRAM = `
	import { existsSync, readFileSync } from "node:fs";
	import { createSealer } from "${source("kernel/crypto/sealing.ts")}";
	import { openDocument, rewrapDocument, sealDocument } from "${source("document-store/sealed-document.ts")}";
	const keys = { currentVersion: 1, byVersion: new Map([[1, new Uint8Array(32)]]) };
	const seal = { sealer: createSealer(keys, "document-key"), context: "memory" };
	const steps = { seal: sealDocument, open: openDocument, rewrap: rewrapDocument };
	const [step, file] = process.argv.slice(1);
	// Linux lets a process begin with the maximum of the one that started it, and VmHWM is only of its own.
	const peak = () =>
		existsSync("/proc/self/status")
			? Number(/^VmHWM:\\s+(\\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))[1])
			: process.resourceUsage().maxRSS;
	await openDocument((await sealDocument(new Uint8Array(1000), seal)).bytes, seal);
	const given = step === "seal" ? new Uint8Array(${SIZE_BYTES}).fill(1) : readFileSync(file);
	const before = peak();
	await steps[step](given, seal);
	console.log((peak() - before) * 1024);
`;

let directory = "";
beforeAll(async () => {
	const keys = { currentVersion: 1, byVersion: new Map([[1, new Uint8Array(32)]]) };
	const seal = { sealer: createSealer(keys, "document-key"), context: "memory" };
	directory = mkdtempSync(join(tmpdir(), "sealed-document-"));
	writeFileSync(join(directory, "container"), (await sealDocument(new Uint8Array(SIZE_BYTES), seal)).bytes);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// What is handed in is there already, so twice its size may come; the rest is the runtime's overhead.
test.each(["seal", "open", "rewrap"])("to %s 10 MiB takes no more than three times as much", (step) => {
	const args = ["--input-type=module", "--eval", PROGRAM, step, join(directory, "container")];
	const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
	expect(status, stderr).toBe(0);
	expect(Number(stdout)).toBeGreaterThan(SIZE_BYTES / 2);
	expect(Number(stdout)).toBeLessThan(2.4 * SIZE_BYTES);
});
