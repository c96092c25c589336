/** Starts and stops the sides of a pair, each in its own process. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nodeCommand, startChild } from "../../scripts/child.ts";
import { type Build, build } from "./build.ts";
import { PEERS, STATES } from "./paths.ts";
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
const IS_READY = /^\{"url":/;

export async function startSide({ name, build, vars, migrations }: SideOptions): Promise<Side> {
	const state = join(STATES, `${name}-${process.pid}-${Date.now()}`);
	const settings: SideSettings = { build, state, vars: vars ?? {}, migrations: migrations ?? null };
	const command = nodeCommand(
		`--import=${pathToFileURL(join(import.meta.dirname, "direct-outbound.ts"))}`,
		join(import.meta.dirname, "serve-side.ts"),
		JSON.stringify(settings),
	);
	const child = startChild({
		name,
		command: ["sh", "-c", RAISE_FILE_LIMIT, "sh", ...command],
		isReady: IS_READY,
		onLine: (line) => void (IS_READY.test(line) || process.stderr.write(`${line}\n`)),
	});
	const stop = async () => {
		await child.stop();
		rmSync(state, { recursive: true, force: true });
	};
	const ready = await child.ready.catch(async (error) => {
		await stop();
		throw error;
	});
	return { name, stop, ...(JSON.parse(ready) as SideReady) };
}

/** Starts a rival. @param file its name in its folder, with a configuration of that name, if it is one of several */
export async function startPeer(folder: string, options: { file?: string; migrations?: string } = {}) {
	const { file, ...more } = options;
	const config = join(PEERS, folder, `${file ?? "wrangler"}.toml`);
	return startSide({ name: file ? `${folder}-${file}` : folder, build: await build(config), ...more });
}

/** Starts the sides one after the other, and stops all of them after the work. */
export async function withSides<Name extends string, T>(
	starts: Readonly<Record<Name, () => Promise<Side>>>,
	work: (sides: Record<Name, Side>) => Promise<T>,
): Promise<T> {
	const sides: Partial<Record<Name, Side>> = {};
	try {
		for (const name of Object.keys(starts) as Name[]) sides[name] = await starts[name]();
		return await work(sides as Record<Name, Side>);
	} finally {
		await Promise.all(Object.values<Side>(sides as Record<Name, Side>).map((side) => side.stop()));
	}
}
