/**
 * Reads wrangler.toml and the migrations through wrangler. Loading wrangler takes longer than the rest of a start, so
 * results are cached in `.wrangler/build` by a hash of their sources.
 */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { readIfThere, writeWhole } from "../files.ts";
import { type Wrangler, withQuietWrangler } from "../wrangler.ts";
import type { Settings } from "./settings.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);

type WorkerOptions = ReturnType<Wrangler["unstable_getMiniflareWorkerOptions"]>["workerOptions"];

export interface LocalConfig {
	name: string;
	main: string;
	vars: Settings;
	secrets: readonly string[];
	databases: { binding: string; id: string; directory: string }[];
	crons: string[];
	/** Every binding, queue consumer and object, without settings. */
	workerOptions: Omit<WorkerOptions, "modulesRules" | "bindings">;
}

/** The part of wrangler's unpublished configuration type that is read here. */
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

/** The part of wrangler.toml, and the assets, that a local service needs. */
export function readLocalConfig(root: string): LocalConfig {
	const sources = ["wrangler.toml", "public/_headers", "public/_redirects"];
	const texts = sources.map((name) => readIfThere(join(root, name)) ?? "");
	return kept(root, "config", [root, ...texts], () => makeLocalConfig(root));
}

const makeLocalConfig = (root: string): LocalConfig =>
	withQuietWrangler((wrangler) => describeLocal(root, wrangler));

function describeLocal(
	root: string,
	{ unstable_getMiniflareWorkerOptions, unstable_readConfig }: Wrangler,
): LocalConfig {
	const file = join(root, "wrangler.toml");
	const config: WranglerConfig = unstable_readConfig({ config: file });
	// Removes the values of `.dev.vars`, which must not be copied into the cache.
	const {
		modulesRules: _,
		bindings: __,
		...workerOptions
	} = unstable_getMiniflareWorkerOptions(file).workerOptions;
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
		workerOptions,
	};
}

/** The statements of each text, split like `wrangler d1 migrations apply` does. */
export function splitSql(texts: string[]): string[][] {
	return kept(ROOT, "sql", texts, () =>
		withQuietWrangler((wrangler) => texts.map(wrangler.unstable_splitSqlQuery)),
	);
}

/** Caches the JSON result of `make` by its `sources` and the version of wrangler. */
function kept<T>(root: string, name: string, sources: string[], make: () => T): T {
	const { version } = require("wrangler/package.json");
	const hash = createHash("sha256")
		.update(JSON.stringify([version, ...sources]))
		.digest("hex")
		.slice(0, 16);
	const file = join(root, ".wrangler", "build", `${name}-${hash}.json`);
	const text = readIfThere(file);
	try {
		if (text !== undefined) return JSON.parse(text);
	} catch {
		// The machine stopped while the file was being written.
	}
	const made = make();
	writeWhole(file, JSON.stringify(made), 0o600);
	return made;
}
