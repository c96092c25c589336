/** Each benchmark still speaks to the service as it is: docs/design/quality.md "How to measure". */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService } from "../../bench/fixtures/service.ts";
import { failedFigure } from "../../bench/harness/benchmark.ts";
import { WORK } from "../../bench/harness/paths.ts";
import type { Side } from "../../bench/harness/side.ts";
import { benchmarks } from "../../bench/operations/benchmarks.ts";
import { runAndReport } from "../../bench/report.ts";

let service: Side;
const callOnce = async () => {};

beforeAll(async () => {
	service = await startService();
});
afterAll(async () => {
	await service.stop();
	rmSync(WORK, { recursive: true, force: true });
});

it.each(benchmarks)(
	"the benchmark $name gets a response from our side, and from its floor, if it has one",
	async ({ callOnce }) => {
		await expect(callOnce(service)).resolves.toBeUndefined();
	},
);

it("prints and keeps a benchmark that ends with an error as a row that missed its goal, and goes on", async () => {
	mkdirSync(WORK, { recursive: true });
	const file = join(WORK, "results.json");
	const printed: string[] = [];
	const kept: unknown[] = [];
	const failing = {
		name: "startup",
		callOnce,
		run: () => Promise.reject(new Error("the rival did not start")),
	};
	const held = { ...failedFigure(failing, "-"), operation: "later", ours: "1/s", held: true };
	const readKept = () => JSON.parse(readFileSync(file, "utf8")).figures;
	const run = async () => {
		kept.push(...readKept());
		return [held];
	};
	const later = { name: "later", callOnce, run };
	const options = { rounds: 1, seconds: 1, say: () => {} };
	await runAndReport([failing, later], options, { file, print: (text) => void printed.push(text) });
	expect(printed).toEqual([
		expect.stringMatching(/startup +failed: the rival did not start.* NO\n/),
		expect.stringMatching(/later +1\/s.* yes\n/),
	]);
	const shown = (figures: { operation: string; held: boolean }[]) =>
		figures.map(({ operation }) => operation);
	expect([shown(kept as never), shown(readKept())]).toEqual([["startup"], ["startup", "later"]]);
});
