/** The local runtime with the Worker that was built, and all bindings of wrangler.toml. */
import { subscribe } from "node:diagnostics_channel";
import {
	convertV4MiniflareOptions,
	Log,
	LogLevel,
	Miniflare,
	type MiniflareOptions,
	type V4WorkerOptions,
} from "miniflare";
import type { WorkerModule } from "./build.ts";
import { readLocalConfig } from "./local-config.ts";
import { HOST } from "./port.ts";
import { RATE_SETTINGS, type Settings } from "./settings.ts";

export interface RuntimeInputs {
	root: string;
	modules: WorkerModule[];
	settings: Settings;
	port: number;
	/** wrangler's own layout: `<state>/v3`. */
	persistRoot: string;
	onLog(level: string, message: string): void;
	/** Changes the Worker's bindings. */
	change?: (worker: V4WorkerOptions) => object;
}

export interface RuntimeEvents {
	/** workerd runs as this process. */
	onProcess(pid: number): void;
	/** Miniflare has started workerd again after a crash, on the same port and state. */
	onRestarted(): void;
}

type RateLimits = Exclude<V4WorkerOptions["ratelimits"], undefined>;

/** The limits in the settings, which callers are told. */
function localRateLimits(limits: RateLimits = {}, settings: Settings): RateLimits {
	const settingOf: Record<string, string> = RATE_SETTINGS;
	return Object.fromEntries(
		Object.entries(limits).map(([name, { simple, ...rest }]) => {
			const limit = Number(settings[settingOf[name] ?? ""]);
			// The service itself reports an invalid setting in every response.
			return [name, { ...rest, simple: { ...simple, limit: limit >= 1 ? limit : simple.limit } }];
		}),
	);
}

type LocalOptions = { port?: number; persistRoot: string; workers: V4WorkerOptions[] } & Pick<
	RuntimeInputs,
	"onLog"
>;

/** Makes no outside calls, and logs no paths of requests. */
export function localOptions({ port = 0, persistRoot, workers, onLog }: LocalOptions): MiniflareOptions {
	return convertV4MiniflareOptions({
		host: HOST,
		port,
		resourcePersistencePath: persistRoot,
		cf: false,
		telemetry: { enabled: false },
		logRequests: false,
		log: new Log(LogLevel.WARN, { prefix: "runtime" }),
		handleStructuredLogs: ({ level, message }) => onLog(level, message),
		workers,
	});
}

export function runtimeOptions(inputs: RuntimeInputs): MiniflareOptions {
	const { root, modules, settings, change = () => ({}) } = inputs;
	const { name, workerOptions } = readLocalConfig(root);
	const worker: V4WorkerOptions = { ...workerOptions, name, modules, bindings: settings };
	worker.ratelimits = localRateLimits(worker.ratelimits, settings);
	return localOptions({ ...inputs, workers: [{ ...worker, ...change(worker) }] });
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
