/** Writes what the runs measured as text. */
import { median, percentile } from "../stats.ts";
import { textTable } from "../text-table.ts";
import type { Run } from "./run-once.ts";
import type { Stopwatch } from "./times.ts";

const milliseconds = (value: number) => (Number.isNaN(value) ? "–" : `${value.toFixed(0)} ms`);
const mebibytes = (value: number) => (Number.isNaN(value) ? "–" : `${value.toFixed(0)} MiB`);

/** For each call, the medians of all runs. */
function timesTable(runs: readonly Run[]): string {
	const calls = new Set(
		runs.flatMap(({ quiet, attacked }) => [...quiet.times.keys(), ...attacked.times.keys()]),
	);
	const cell = (call: string, phase: "quiet" | "attacked", share: number) =>
		milliseconds(median(runs.map((run) => percentile(run[phase].times.get(call) ?? [], share))));
	const count = (call: string) =>
		runs.reduce((sum, run) => sum + (run.attacked.times.get(call)?.length ?? 0), 0);
	return textTable([
		["call", "quiet p50", "p99", "attacked p50", "p99", "attacked calls"],
		...[...calls]
			.sort()
			.map((call) => [
				call,
				cell(call, "quiet", 0.5),
				cell(call, "quiet", 0.99),
				cell(call, "attacked", 0.5),
				cell(call, "attacked", 0.99),
				String(count(call)),
			]),
	]);
}

/** The sums of all runs. */
function statusesTable(runs: readonly Run[]): string {
	const names = Object.keys(runs[0]?.statuses ?? {});
	const sums = (name: string) => {
		const sum = new Map<string, number>();
		for (const { statuses } of runs) {
			for (const [status, count] of Object.entries(statuses[name] ?? {})) {
				sum.set(status, (sum.get(status) ?? 0) + count);
			}
		}
		return [...sum].map(([status, count]) => `${status === "0" ? "none" : status}: ${count}`).join(", ");
	};
	return textTable([["attack", "responses by status"], ...names.map((name) => [name, sums(name)])]);
}

export function report(runs: readonly Run[]): string {
	const memory = (at: keyof Run["memory"]) => mebibytes(median(runs.map((run) => run.memory[at])));
	const nodeRequests = median(runs.map((run) => run.nodeRequests));
	return `${timesTable(runs)}

${statusesTable(runs)}

Memory of the runtime: ${memory("before")} before the attacks, ${memory("peak")} at most, ${memory("after")} at their end.
Requests to the chain's node during the attacks: ${nodeRequests}.`;
}

/** Calls of well-behaved callers that failed; empty if none did. */
export function failuresOf(runs: readonly Run[]): string[] {
	const phase = (name: string, { failures }: Stopwatch) => failures.map((failure) => `${name}: ${failure}`);
	return runs.flatMap(({ quiet, attacked }) => [...phase("quiet", quiet), ...phase("attacked", attacked)]);
}
