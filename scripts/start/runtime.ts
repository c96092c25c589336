import { subscribe } from "node:diagnostics_channel";
import { Miniflare } from "miniflare";
import { type RuntimeInputs, runtimeOptions } from "./worker-options.ts";

export interface RuntimeEvents {
	/** workerd runs as this process. */
	onProcess(pid: number): void;
	/** Miniflare has started workerd again after a crash, on the same port and state. */
	onRestarted(): void;
}

/** Calls back with the id of each process of workerd that Miniflare starts. Miniflare does not tell it. */
export function onRuntimeProcess(call: (pid: number) => void): void {
	subscribe("child_process", (message) => {
		const { process: child } = message as { process: import("node:child_process").ChildProcess };
		child.once("spawn", () => {
			if (child.pid !== undefined && /workerd(\.exe)?$/.test(child.spawnfile)) call(child.pid);
		});
	});
}

/** Starts the service. Miniflare installs signal handlers of its own meanwhile. */
export function startRuntime(inputs: RuntimeInputs, { onProcess, onRestarted }: RuntimeEvents): Miniflare {
	onRuntimeProcess(onProcess);
	return new Miniflare({ ...runtimeOptions(inputs), unsafeHandleRuntimeRestart: onRestarted });
}
