import { subscribe } from "node:diagnostics_channel";
import { Miniflare } from "miniflare";
import { type RuntimeInputs, runtimeOptions } from "./worker-options.ts";

export interface RuntimeEvents {
	/** workerd runs as this process. Miniflare does not tell it. */
	onProcess(pid: number): void;
	/** Miniflare has started workerd again after a crash, on the same port and state. */
	onRestarted(): void;
}

/** Starts the service. Miniflare installs signal handlers of its own meanwhile. */
export function startRuntime(inputs: RuntimeInputs, { onProcess, onRestarted }: RuntimeEvents): Miniflare {
	subscribe("child_process", (message) => {
		const { process: child } = message as { process: import("node:child_process").ChildProcess };
		child.once("spawn", () => {
			if (child.pid !== undefined && /workerd(\.exe)?$/.test(child.spawnfile)) onProcess(child.pid);
		});
	});
	return new Miniflare({ ...runtimeOptions(inputs), unsafeHandleRuntimeRestart: onRestarted });
}
