/**
 * Builds a Worker like `wrangler deploy`. Both sides of every pair are built the same way, so that neither gains from
 * another bundler or from extra modules.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT, WORK } from "./paths.ts";

export type Build = {
	/** The wrangler configuration that it was built from. */
	config: string;
	directory: string;
	/** File name of the entry module. */
	entry: string;
	/** Every uploaded module, the entry first. */
	modules: string[];
};

const wrangler = join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");
const builds = new Map<string, Promise<Build>>();

/**
 * Built once per run.
 * @param config a wrangler configuration
 * @param entry file name of its `main` as built
 * @param main an entry that replaces the configuration's
 */
export function build(config: string, entry: string, main?: string): Promise<Build> {
	const name = main ?? config;
	const known = builds.get(name) ?? bundle(config, entry, main);
	builds.set(name, known);
	return known;
}

async function bundle(config: string, entry: string, main?: string): Promise<Build> {
	const directory = join(WORK, "build", (main ?? config).replace(ROOT, "").replace(/\W+/g, "-"));
	mkdirSync(directory, { recursive: true });
	const args = ["deploy", ...(main ? [main] : []), "--dry-run", "--config", config, "--outdir", directory];
	const child = spawn(process.execPath, [wrangler, ...args], {
		cwd: ROOT,
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" },
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	const code = await new Promise((done, fail) => child.on("error", fail).on("close", done));
	if (code !== 0) throw new Error(`${basename(config)} could not be built:\n${output}`);
	const others = readdirSync(directory).filter((name) => /\.(wasm|m?js)$/.test(name) && name !== entry);
	return { config, directory, entry, modules: [entry, ...others] };
}
