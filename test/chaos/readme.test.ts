/** The commands of the README work when they are pasted (architecture.md "Running it"). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runSection, startAndStop } from "../support/docs/run-section.ts";

const root = join(import.meta.dirname, "../..");
let directory: string;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "replevin-readme-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it("starts the service, and has the demo", async () => {
	const { code, stdout, stderr } = await runSection("README.md", "Try it", {
		cwd: root,
		adapt: {
			"npm start": startAndStop(join(directory, "own")),
			// demo.test.ts runs it whole.
			"npm run demo": "npm run demo -- --help",
		},
	});
	expect([code, stderr]).toEqual([0, ""]);
	expect(stdout).toMatch(/^Listening on http:/m);
	expect(stdout).toContain("Usage: npm run demo");
});
