/** A vitest reporter that tells the parent process how a run gets on, as `run-reported.ts` reads it. */
import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import type { Progress } from "./run-reported.ts";

const INTERVAL_MS = 1_000;

const tell = (progress: Progress) => process.send?.(progress);

const lines = (place: string, errors: readonly { message: string }[] = []): string[] =>
	errors.map(({ message }) => `${place}: ${message.trim().split("\n", 1)[0]}`);

export default class ProgressReporter implements Reporter {
	#toldAt = 0;

	onTestRunStart(specifications: readonly { moduleId: string }[]): void {
		tell({ kind: "begun", files: specifications.map(({ moduleId }) => relative("", moduleId)) });
	}

	onTestCaseResult(): void {
		this.#tellAlive();
	}

	onHookEnd(): void {
		this.#tellAlive();
	}

	/** An error outside of a test (a file that does not load, a hook) counts as a failure. */
	onTestModuleEnd(module: TestModule): void {
		const file = relative("", module.moduleId);
		const tests = [...module.children.allTests()].map((test) => ({ test, result: test.result() }));
		const inState = (state: string) => tests.filter(({ result }) => result.state === state);
		const failures = [
			...lines(file, module.errors()),
			...[...module.children.allSuites()].flatMap((suite) =>
				lines(`${file} > ${suite.fullName}`, suite.errors()),
			),
			...inState("failed").flatMap(({ test, result }) =>
				lines(`${file} > ${test.fullName}`, result.errors).slice(0, 1),
			),
		];
		const counts = {
			passed: inState("passed").length,
			failed: failures.length,
			skipped: inState("skipped").length + inState("pending").length,
			failures,
		};
		tell({ kind: "ended", project: module.project.name, file, counts });
	}

	onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
		tell({ kind: "outside", failures: lines("outside every test", unhandled) });
	}

	#tellAlive(): void {
		if (Date.now() - this.#toldAt < INTERVAL_MS) return;
		this.#toldAt = Date.now();
		tell({ kind: "alive" });
	}
}
