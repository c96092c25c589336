/** Turns wrangler.toml into options of the local runtime. */
import {
	convertV4MiniflareOptions,
	Log,
	LogLevel,
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

export function runtimeOptions(inputs: RuntimeInputs): MiniflareOptions {
	const { name, workerOptions } = readLocalConfig(inputs.root);
	const worker: V4WorkerOptions = {
		...workerOptions,
		name,
		modules: inputs.modules,
		bindings: inputs.settings,
	};
	worker.ratelimits = localRateLimits(worker.ratelimits, inputs.settings);
	return convertV4MiniflareOptions({
		host: HOST,
		port: inputs.port,
		resourcePersistencePath: inputs.persistRoot,
		cf: false,
		telemetry: { enabled: false },
		logRequests: false,
		log: new Log(LogLevel.WARN, { prefix: "runtime" }),
		handleStructuredLogs: ({ level, message }) => inputs.onLog(level, message),
		workers: [worker],
	});
}
