import { spawn } from "node:child_process";

export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
	/** One line for each failure: where it is and the first line of its message. */
	failures: readonly string[];
}

/** What `progress-reporter.ts` tells the parent process. */
export type Progress =
	| { kind: "begun"; files: readonly string[] }
	| { kind: "alive" }
	| { kind: "ended"; project: string; file: string; counts: Counts }
	| { kind: "outside"; failures: readonly string[] };

const failed = (failures: readonly string[]): Counts => ({
	passed: 0,
	failed: failures.length,
	skipped: 0,
	failures,
});

export const sum = (all: Iterable<Counts>): Counts =>
	[...all].reduce(
		(a, b) => ({
			passed: a.passed + b.passed,
			failed: a.failed + b.failed,
			skipped: a.skipped + b.skipped,
			failures: [...a.failures, ...b.failures],
		}),
		failed([]),
	);

/** `N passed, N failed`, followed by `, N skipped` if any were skipped. */
export const inWords = ({ passed, failed, skipped }: Counts): string =>
	`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** The part of the counts that belongs to no project. */
const OUTSIDE = "outside";

/**
 * Runs `node <line>`, a script that reports its progress as `Progress` messages, and shows its output.
 *
 * A run that reports nothing for `silenceLimitMs` is ended, and each file that had not ended is a failure. A run that
 * exits with an error although nothing failed is one failure.
 *
 * @returns the counts by vitest project
 */
export async function runReported(
	line: string[],
	{ silenceLimitMs, signal }: { silenceLimitMs: number; signal?: AbortSignal },
): Promise<Map<string, Counts>> {
	const counts = new Map<string, Counts>();
	const unfinished = new Set<string>();
	const count = (project: string, more: Counts) =>
		counts.set(project, sum([counts.get(project) ?? failed([]), more]));
	const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...line], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	signal?.addEventListener("abort", () => child.kill());
	let isSilent = false;
	const silence = setTimeout(() => {
		isSilent = true;
		child.kill("SIGKILL");
	}, silenceLimitMs);
	child.on("message", (progress: Progress) => {
		silence.refresh();
		if (progress.kind === "begun") for (const file of progress.files) unfinished.add(file);
		if (progress.kind === "outside") count(OUTSIDE, failed(progress.failures));
		if (progress.kind === "ended") {
			unfinished.delete(progress.file);
			count(progress.project, progress.counts);
		}
	});
	const code = await new Promise((resolve) => child.on("close", resolve));
	clearTimeout(silence);
	const why = isSilent ? `made no progress for ${silenceLimitMs / 1000} s` : `exited with code ${code}`;
	const broken = [...unfinished].map((file) => `${file}: vitest ${why} before this file ended`);
	count(OUTSIDE, failed(broken));
	if (code !== 0 && sum(counts.values()).failed === 0) {
		count(OUTSIDE, failed([`vitest ${why} after its last file, and no test failed`]));
	}
	return counts;
}
