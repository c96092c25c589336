/** Starts and stops the thread of the attackers. */
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Answers } from "./attackers.ts";
import type { Target } from "./attacks/ground.ts";

export type Attackers = { stop(): Promise<Answers> };

/** Resolves when the attacks have begun. */
export async function startAttackers(target: Target, only?: readonly string[]): Promise<Attackers> {
	const thread = new Worker(join(import.meta.dirname, "attackers.ts"), {
		workerData: { target, only },
	});
	const answer = async () => (await once(thread, "message"))[0];
	await answer();
	thread.postMessage("begin");
	return {
		async stop() {
			thread.postMessage("end");
			const answers: Answers = await answer();
			await thread.terminate();
			return answers;
		},
	};
}
