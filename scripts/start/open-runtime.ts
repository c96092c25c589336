import { resolve } from "node:path";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { buildWorker } from "./build.ts";
import { type LocalConfig, readLocalConfig } from "./local-config.ts";
import { migrateState } from "./migrate.ts";
import { type RuntimeInputs, runtimeOptions } from "./runtime.ts";
import type { Settings } from "./settings.ts";

const ROOT = resolve(import.meta.dirname, "../..");

type Opened = Pick<RuntimeInputs, "onLog" | "change"> & {
	stateDir: string;
	settings: (config: LocalConfig) => Settings;
	/** Default: any free port. */
	port?: number;
	/** Another entry of the Worker, relative to the root. */
	main?: string | undefined;
	/** Workers beside the service. */
	others?: MiniflareOptions["workers"];
};

/**
 * Opens the service in this process, on a state that is migrated first. Unlike `npm start`, it takes no lock and fires
 * no cron trigger: its caller does.
 */
export async function openRuntime({ stateDir, settings, port = 0, main, others = [], ...rest }: Opened) {
	const config = readLocalConfig(ROOT);
	const persistRoot = resolve(stateDir, "v3");
	await migrateState(config.databases, persistRoot);
	const modules = await buildWorker(ROOT, main ?? config.main, () => {});
	const inputs = { root: ROOT, port, modules, persistRoot, settings: settings(config), ...rest };
	const options = runtimeOptions(inputs);
	return new Miniflare({ ...options, workers: [...options.workers, ...others] });
}
