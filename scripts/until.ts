import { setTimeout as pause } from "node:timers/promises";

/** Resolves as soon as `holds` does. @throws Error after `limitMs` */
export async function until(
	holds: () => boolean | Promise<boolean>,
	limitMs: number,
	message: () => string = () => "The condition did not become true in time.",
	intervalMs = 25,
): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await holds())) {
		if (Date.now() > deadline) throw new Error(message());
		await pause(intervalMs);
	}
}
