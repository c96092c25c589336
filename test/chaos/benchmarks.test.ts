/** Each benchmark still speaks to the service as it is: docs/design/quality.md "How to measure". */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService } from "../../bench/fixtures/service.ts";
import { failedFigure } from "../../bench/harness/benchmark.ts";
import { WORK } from "../../bench/harness/paths.ts";
import type { Side } from "../../bench/harness/side.ts";
import { benchmarks } from "../../bench/operations/benchmarks.ts";
import { table } from "../../bench/report.ts";

let service: Side;

beforeAll(async () => {
	service = await startService();
});
afterAll(async () => {
	await service.stop();
	rmSync(WORK, { recursive: true, force: true });
});

it.each(benchmarks)("the benchmark $name gets a response from our side", async ({ callOnce }) => {
	await expect(callOnce(service)).resolves.toBeUndefined();
});

it("shows a benchmark that ends with an error as a row that missed its goal", () => {
	const [benchmark] = benchmarks;
	if (!benchmark) throw new Error("there is no benchmark");
	const shown = table([failedFigure(benchmark, new Error("the rival did not start"))]);
	expect(shown).toMatch(
		/startup +– +failed: the rival did not start|startup +failed: the rival did not start/,
	);
	expect(shown.trimEnd()).toMatch(/NO$/);
});
