/** wrangler.toml as options for the local runtime: every binding, queue consumer and object in it. */
import { join, resolve } from "node:path";
import {
	convertV4MiniflareOptions,
	Log,
	LogLevel,
	type MiniflareOptions,
	type V4WorkerOptions,
} from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import type { WorkerModule } from "./build.ts";
import { HOST } from "./port.ts";
import { RATE_SETTINGS, type Settings } from "./settings.ts";

const PASSWORD_HASHER = "PASSWORD_HASHER";

export interface LocalConfig {
	name: string;
	main: string;
	vars: Settings;
	secrets: readonly string[];
	databases: { binding: string; id: string; directory: string }[];
	crons: string[];
}

/** What of wrangler's (unpublished) type of its configuration is read here. */
interface WranglerConfig {
	name?: string;
	main?: string;
	vars: Settings;
	secrets?: { required?: string[] };
	d1_databases: {
		binding: string;
		database_id?: string;
		preview_database_id?: string;
		migrations_dir?: string;
	}[];
	triggers: { crons?: string[] };
}

/** What of wrangler.toml `npm start` itself needs. */
export function readLocalConfig(root: string): LocalConfig {
	const config: WranglerConfig = unstable_readConfig({ config: join(root, "wrangler.toml") });
	return {
		name: config.name ?? "worker",
		main: config.main ?? "src/worker.ts",
		vars: config.vars,
		secrets: config.secrets?.required ?? [],
		databases: config.d1_databases.map((database) => ({
			binding: database.binding,
			id: database.preview_database_id ?? database.database_id ?? database.binding,
			directory: resolve(root, database.migrations_dir ?? "migrations"),
		})),
		crons: config.triggers.crons ?? [],
	};
}

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

/** The limits as the settings have them, which is what callers are told. */
function localRateLimits(limits: RateLimits = {}, settings: Settings): RateLimits {
	const settingOf: Record<string, string> = RATE_SETTINGS;
	return Object.fromEntries(
		Object.entries(limits).map(([name, { simple, ...rest }]) => {
			const limit = Number(settings[settingOf[name] ?? ""]);
			// A bad setting is named by the service itself, in every answer.
			return [name, { ...rest, simple: { ...simple, limit: limit >= 1 ? limit : simple.limit } }];
		}),
	);
}

/** What the runtime is started with, each time anew. */
export function runtimeOptions(inputs: RuntimeInputs): MiniflareOptions {
	// Otherwise it says on each start which secrets it found, and warns of those that the environment holds.
	process.env.WRANGLER_LOG ??= "error";
	const { workerOptions } = unstable_getMiniflareWorkerOptions(join(inputs.root, "wrangler.toml"));
	const { modulesRules: _, ...fromConfig } = workerOptions;
	const worker: V4WorkerOptions = {
		...fromConfig,
		name: readLocalConfig(inputs.root).name,
		modules: inputs.modules,
		bindings: inputs.settings,
	};
	worker.ratelimits = localRateLimits(worker.ratelimits, inputs.settings);
	// A deployment's second Worker is not here: passwords are hashed by this one, as without the binding.
	if (worker.serviceBindings) delete worker.serviceBindings[PASSWORD_HASHER];
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
