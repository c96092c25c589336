/** Starts and stops the sides of a pair, each in its own process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import type { Build } from "./build.ts";
import { STATES } from "./paths.ts";
import type { SideReady, SideSettings } from "./serve-side.ts";

export type Side = SideReady & {
	name: string;
	/** Ends its processes and deletes its state. */
	stop(): Promise<void>;
};

export type SideOptions = {
	name: string;
	build: Build;
	vars?: Record<string, string>;
	migrations?: string;
};

/** A warm object holds three file descriptors, and a creation that fails looks fast. */
const RAISE_FILE_LIMIT = 'ulimit -n "$(ulimit -Hn)"; exec "$@"';

export async function startSide({ name, build, vars, migrations }: SideOptions): Promise<Side> {
	const state = join(STATES, `${name}-${process.pid}-${Date.now()}`);
	const settings: SideSettings = {
		config: build.config,
		directory: build.directory,
		modules: build.modules,
		state,
		vars: vars ?? {},
		migrations: migrations ?? null,
	};
	const program = join(import.meta.dirname, "serve-side.ts");
	const command = [
		process.execPath,
		"--disable-warning=ExperimentalWarning",
		`--import=${pathToFileURL(join(import.meta.dirname, "direct-outbound.ts"))}`,
		program,
		JSON.stringify(settings),
	];
	const child = spawn("sh", ["-c", RAISE_FILE_LIMIT, "sh", ...command], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	const ended = once(child, "exit");
	const stop = async () => {
		child.stdin.end();
		await ended;
		rmSync(state, { recursive: true, force: true });
	};
	const lines = createInterface(child.stdout);
	const ready = await Promise.race([
		once(lines, "line").then(([line]) => String(line)),
		ended.then(() => null),
	]);
	if (ready === null) throw new Error(`${name} did not start`);
	return { name, stop, ...(JSON.parse(ready) as SideReady) };
}
