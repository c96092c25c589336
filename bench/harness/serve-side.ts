/**
 * Runs one side of a pair in its own process: a built Worker in workerd with its bindings. Clients reach the Worker's
 * own socket, not local development's proxy. Prints `{ url, pid }` of workerd when it is ready, and ends when its
 * standard input closes.
 */
import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";

export type SideSettings = {
	config: string;
	directory: string;
	modules: string[];
	state: string;
	vars: Record<string, string>;
	/** SQL files for the D1 database `DB`, if it has one. */
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

function workerOptions({ config, directory, modules, vars }: SideSettings): V4WorkerOptions {
	process.env.WRANGLER_LOG = "error";
	const { modulesRules: _, ...fromConfig } = unstable_getMiniflareWorkerOptions(config).workerOptions;
	const worker: V4WorkerOptions = {
		...fromConfig,
		name: String(fromConfig.name),
		bindings: { ...(fromConfig.bindings as Record<string, string>), ...vars },
		modules: modules.map((path) => moduleOf(directory, path)),
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

function moduleOf(directory: string, path: string) {
	const file = join(directory, path);
	if (path.endsWith(".wasm")) {
		return { type: "CompiledWasm" as const, path, contents: new Uint8Array(readFileSync(file)) };
	}
	return { type: "ESModule" as const, path, contents: readFileSync(file, "utf8") };
}

async function migrate(miniflare: Miniflare, directory: string): Promise<void> {
	if (!existsSync(directory)) throw new Error(`no migrations in ${directory}`);
	const database = await miniflare.getD1Database("DB");
	const files = readdirSync(directory).filter((name) => name.endsWith(".sql"));
	for (const name of files.sort()) {
		const statements = unstable_splitSqlQuery(readFileSync(join(directory, name), "utf8"));
		await database.batch(statements.map((statement) => database.prepare(statement)));
	}
}

async function serve(settings: SideSettings): Promise<void> {
	let pid: number | undefined;
	subscribe("child_process", (message) => {
		const { process: child } = message as { process: ChildProcess };
		child.once("spawn", () => {
			if (/workerd(\.exe)?$/.test(child.spawnfile)) pid = child.pid;
		});
	});
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			host: "127.0.0.1",
			port: 0,
			resourcePersistencePath: settings.state,
			cf: false,
			telemetry: { enabled: false },
			logRequests: false,
			log: new Log(LogLevel.ERROR),
			handleStructuredLogs: ({ level, message }) => process.stderr.write(`${level}: ${message}\n`),
			workers: [
				workerOptions(settings),
				{
					name: RATE_LIMITER.name,
					modules: true,
					script: RATE_LIMITER.script,
					compatibilityDate: "2026-10-01",
				},
			],
		}),
	);
	process.stdin.resume().once("end", () => void miniflare.dispose().finally(() => process.exit(0)));
	await miniflare.ready;
	if (settings.migrations !== null) await migrate(miniflare, settings.migrations);
	const url = (await miniflare.unsafeGetDirectURL()).origin;
	if (pid === undefined) throw new Error("workerd did not start");
	process.stdout.write(`${JSON.stringify({ url, pid } satisfies SideReady)}\n`);
}

await serve(JSON.parse(process.argv[2] ?? "null"));
