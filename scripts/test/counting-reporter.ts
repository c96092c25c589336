/**
 * A vitest reporter that writes the counts of a run as JSON into the file that `REPLEVIN_TEST_COUNTS` names: after the
 * run, and at most once a second while it makes progress, with the files that run at present.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule, TestSuite } from "vitest/node";
import { add, type Counts, NONE, type RunState } from "./counts.ts";
import { ROOT } from "./run-process.ts";

const WRITE_INTERVAL_MS = 1_000;

const lines = (place: string, errors: readonly { message: string }[] | undefined): string[] =>
	(errors ?? []).map(({ message }) => `${place}: ${message.trim().split("\n", 1)[0]}`);

const pathOf = (module: TestModule) => relative(ROOT, module.moduleId);

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
	readonly #file = process.env.REPLEVIN_TEST_COUNTS;
	readonly #unfinished = new Set<string>();
	#counts = NONE;
	#writtenAt = 0;

	onTestRunStart(specifications: readonly { moduleId: string }[]): void {
		for (const { moduleId } of specifications) this.#unfinished.add(relative(ROOT, moduleId));
		this.#write();
	}

	onTestCaseResult(): void {
		this.#noteProgress();
	}

	onHookEnd(): void {
		this.#noteProgress();
	}

	onTestModuleEnd(module: TestModule): void {
		this.#counts = add(this.#counts, countsOf(module, pathOf(module)));
		this.#unfinished.delete(pathOf(module));
		this.#write();
	}

	onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
		const outside = lines("outside every test", unhandled);
		this.#counts = modules
			.map((module) => countsOf(module, pathOf(module)))
			.reduce(add, { ...NONE, failed: outside.length, failures: outside });
		this.#write();
	}

	#noteProgress(): void {
		if (Date.now() - this.#writtenAt >= WRITE_INTERVAL_MS) this.#write();
	}

	#write(): void {
		this.#writtenAt = Date.now();
		const state: RunState = { counts: this.#counts, unfinished: [...this.#unfinished] };
		if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(state));
	}
}
