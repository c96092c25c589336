/**
 * Runs one side of a pair in its own process: a built Worker in workerd with its bindings. Clients reach the Worker's
 * own socket, not local development's proxy. Prints `{ url, pid }` of workerd when it is ready.
 */
import { Miniflare, type V4WorkerOptions } from "miniflare";
import { onEnd } from "../../scripts/lifeline.ts";
import { modulesIn } from "../../scripts/start/build.ts";
import { applyMigrations } from "../../scripts/start/migrate.ts";
import { localOptions, onRuntimeProcess } from "../../scripts/start/runtime.ts";
import { withQuietWrangler } from "../../scripts/wrangler.ts";
import type { Build } from "./build.ts";

export type SideSettings = {
	build: Build;
	state: string;
	vars: Record<string, string>;
	/** The folder of SQL files for the D1 database `DB`, if it has one. */
	migrations: string | null;
};

export type SideReady = { url: string; pid: number };

/**
 * Replaces every rate limit and allows everything. The platform counts in memory, but the simulator writes to disk at
 * each request, which costs more than the request.
 */
const RATE_LIMITER = {
	name: "bench-rate-limiter",
	entrypoint: "RateLimiter",
	script: `import { WorkerEntrypoint } from "cloudflare:workers";
		export class RateLimiter extends WorkerEntrypoint { limit() { return { success: true }; } }
		export default {};`,
};

function workerOptions({ build: { config, directory, main }, vars }: SideSettings): V4WorkerOptions {
	const { modulesRules: _, ...fromConfig } = withQuietWrangler(
		(wrangler) => wrangler.unstable_getMiniflareWorkerOptions(config).workerOptions,
	);
	const worker: V4WorkerOptions = {
		...fromConfig,
		name: String(fromConfig.name),
		bindings: { ...(fromConfig.bindings as Record<string, string>), ...vars },
		modules: modulesIn(directory, main),
		unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
	};
	// With static files, local development would put a router before the Worker.
	delete worker.assets;
	const { name, entrypoint } = RATE_LIMITER;
	const limits = Object.keys(worker.ratelimits ?? {}).map((binding) => [binding, { name, entrypoint }]);
	worker.serviceBindings = { ...worker.serviceBindings, ...Object.fromEntries(limits) };
	delete worker.ratelimits;
	return worker;
}

async function serve(settings: SideSettings): Promise<void> {
	let pid: number | undefined;
	onRuntimeProcess((found) => {
		pid = found;
	});
	const { name, script } = RATE_LIMITER;
	const limiter = { name, script, modules: true, compatibilityDate: "2026-10-01" };
	const miniflare = new Miniflare(
		localOptions({
			persistRoot: settings.state,
			workers: [workerOptions(settings), limiter],
			onLog: (level, message) => process.stderr.write(`${level}: ${message}\n`),
		}),
	);
	const end = onEnd(0, () => miniflare.dispose());
	await miniflare.ready;
	end.claimSignals();
	if (settings.migrations !== null)
		await applyMigrations(await miniflare.getD1Database("DB"), settings.migrations);
	const url = (await miniflare.unsafeGetDirectURL()).origin;
	if (pid === undefined) throw new Error("workerd did not start");
	process.stdout.write(`${JSON.stringify({ url, pid } satisfies SideReady)}\n`);
}

await serve(JSON.parse(process.argv[2] ?? "null"));
