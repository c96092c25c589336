/** A vitest reporter that writes the counts of a run as JSON into the file that `REPLEVIN_TEST_COUNTS` names. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule, TestSuite } from "vitest/node";
import { add, type Counts, NONE } from "./counts.ts";
import { ROOT } from "./run-process.ts";

const lines = (place: string, errors: readonly { message: string }[] | undefined): string[] =>
	(errors ?? []).map(({ message }) => `${place}: ${message.trim().split("\n", 1)[0]}`);

/** The counts of a file or suite. An error outside a test (a file that does not load, a hook) counts as a failure. */
function countsOf(parent: TestModule | TestSuite, place: string): Counts {
	const own = lines(place, parent.errors());
	let counts: Counts = { ...NONE, failed: own.length, failures: own };
	for (const child of parent.children) {
		const name = `${place} > ${child.name}`;
		counts = add(counts, child.type === "suite" ? countsOf(child, name) : countsOfTest(child.result(), name));
	}
	return counts;
}

function countsOfTest(
	{ state, errors }: { state: string; errors?: readonly { message: string }[] | undefined },
	name: string,
): Counts {
	if (state === "passed") return { ...NONE, passed: 1 };
	if (state === "failed") return { ...NONE, failed: 1, failures: lines(name, errors).slice(0, 1) };
	return { ...NONE, skipped: 1 };
}

export default class CountingReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
		const file = process.env.REPLEVIN_TEST_COUNTS;
		if (file === undefined) return;
		const outside = lines("outside every test", unhandled);
		const counts = modules
			.map((module) => countsOf(module, relative(ROOT, module.moduleId)))
			.reduce(add, { ...NONE, failed: outside.length, failures: outside });
		writeFileSync(file, JSON.stringify(counts));
	}
}
