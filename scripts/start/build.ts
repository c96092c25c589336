/**
 * Builds the Worker like `wrangler deploy`, once per state of its sources. The result is cached in
 * `.wrangler/build/<hash of the sources>`, so a restart needs no build.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesBelow } from "../files.ts";
import { buildPages } from "../pages/kept-pages.ts";
import { buildSdkFile } from "../sdk/kept-sdk.ts";
import { outputOf, runWrangler } from "../wrangler.ts";

/** Every input of a bundle besides its configuration, relative to the root. */
const SOURCES = [
	...["src", "durable", "wasm", "migrations/meta", "tsconfig.json", "package-lock.json"],
	// Built from documents and terms too, which it holds the hashes of.
	"build/pages/pages.mjs",
	"build/pages/webauthn.mjs",
	"build/pages/zip.mjs",
	"build/pages/passwords.mjs",
];

export type WorkerModule =
	| { type: "ESModule"; path: string; contents: string }
	| { type: "CompiledWasm" | "Data"; path: string; contents: Uint8Array<ArrayBuffer> }
	| { type: "Text"; path: string; contents: string };

function hashOfSources(root: string, main: string, config: string): string {
	const hash = createHash("sha256");
	for (const source of new Set([...SOURCES, dirname(main), config])) {
		for (const file of filesBelow(join(root, source)))
			hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
	}
	return hash.digest("hex").slice(0, 16);
}

/** Throws the output of wrangler's bundler if that fails. */
async function bundle(main: string, config: string, outDir: string): Promise<void> {
	const args = ["deploy", main, "--dry-run", "--config", config, "--outdir", outDir];
	const ran = await runWrangler(args, undefined, { WRANGLER_LOG_PATH: join(outDir, "log") });
	if (ran.code !== 0) throw new Error(`The Worker could not be built:\n\n${outputOf(ran)}`);
}

function readModule(directory: string, path: string): WorkerModule | undefined {
	const file = join(directory, path);
	if (/\.m?js$/.test(path)) return { type: "ESModule", path, contents: readFileSync(file, "utf8") };
	if (path.endsWith(".wasm"))
		return { type: "CompiledWasm", path, contents: new Uint8Array(readFileSync(file)) };
	if (path.endsWith(".bin")) return { type: "Data", path, contents: new Uint8Array(readFileSync(file)) };
	if (/\.(txt|html|sql)$/.test(path)) return { type: "Text", path, contents: readFileSync(file, "utf8") };
	return undefined;
}

/**
 * Builds the Worker unless that is done.
 * @param main the entry, relative to the root
 * @param config the configuration of that Worker
 * @returns the folder of its modules
 */
export async function buildFolder(
	root: string,
	main: string,
	onBuild: () => void,
	config: string,
): Promise<string> {
	// Browsers' files and the package are not part of the cached build.
	await buildPages(root);
	await buildSdkFile(root);
	const directory = join(root, ".wrangler", "build", hashOfSources(root, main, config));
	if (existsSync(directory)) return directory;
	const unfinished = `${directory}.${randomBytes(4).toString("hex")}`;
	onBuild();
	mkdirSync(unfinished, { recursive: true });
	try {
		await bundle(main, config, unfinished);
		if (!existsSync(directory)) renameSync(unfinished, directory);
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
	return directory;
}

/** The modules of a build, with the entry first. */
export function modulesIn(directory: string, main: string): WorkerModule[] {
	const modules = readdirSync(directory).map((path) => readModule(directory, path));
	const entry = main.replace(/^.*[\\/]/, "").replace(/\.[cm]?tsx?$/, ".js");
	return modules
		.filter((module) => module !== undefined)
		.sort((a, b) => Number(b.path === entry) - Number(a.path === entry));
}

/** The Worker's modules. They are held in memory, so a later build cannot remove them. */
export async function buildWorker(root: string, main: string, onBuild: () => void): Promise<WorkerModule[]> {
	return modulesIn(await buildFolder(root, main, onBuild, "wrangler.toml"), main);
}
