/** All attacks at once, in a thread of their own, so that their signing does not delay the clock of the others. */
import "../wasm-hook.ts";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Force } from "./attacks/attacks.ts";
import { groundOf, type Target } from "./attacks/ground.ts";

/** For each attack, how often each status was the response. 0: none came. */
export type StatusCounts = Record<string, Record<number, number>>;

type Prepared = Force & { step: () => Promise<unknown>; count(status: number): void };

async function repeatStep({ step, count, pauseMs }: Prepared): Promise<never> {
	for (;;) {
		await step().catch(() => count(0));
		await wait(pauseMs);
	}
}

type Orders = { target: Target; only: readonly string[] | undefined };

async function attack(port: NonNullable<typeof parentPort>, { target, only }: Orders): Promise<void> {
	// Dynamic, so that the hook for `.wasm` is registered first.
	const { ATTACKS } = await import("./attacks/attacks.ts");
	const statuses: StatusCounts = {};
	const prepared: Prepared[] = [];
	for (const [index, [name, { attack: prepare, ...force }]] of Object.entries(ATTACKS).entries()) {
		if (only && !only.includes(name)) continue;
		const counts: StatusCounts[string] = {};
		statuses[name] = counts;
		const count = (status: number) => {
			counts[status] = (counts[status] ?? 0) + 1;
		};
		prepared.push({ ...force, step: await prepare(groundOf(target, index, count)), count });
	}
	port.once("message", () => {
		for (const one of prepared) for (let at = 0; at < one.atOnce; at++) void repeatStep(one);
		port.once("message", () => port.postMessage(statuses));
	});
	port.postMessage("prepared");
}

if (parentPort) await attack(parentPort, workerData as Orders);
