/**
 * `npm run restore`: the drill of an export. Loads it into an empty state on this machine, so that `npm start -- --state DIR`
 * serves it (archives.md "The export").
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Miniflare } from "miniflare";
import type { ObjectDump } from "../src/operator-jobs/export/object-dump.ts";
import { runCommand } from "./command.ts";
import { type OpenedPart, openExport } from "./operator/read-export.ts";
import { ensureDevVars } from "./start/dev-vars.ts";
import { openRuntime } from "./start/open-runtime.ts";
import { resolveSettings } from "./start/settings.ts";
import { lockState } from "./start/state-lock.ts";

const ROOT = join(import.meta.dirname, "..");
const USAGE = `Usage: npm run restore -- FOLDER --key FILE --evidence-keys FILE --state DIR

FOLDER           the parts and table.json of an export
--key            the private key to which it is sealed
--evidence-keys  the service's /.well-known/evidence-jwks.json, as a file
--state          where the restored service is; it must be new

The secrets of the service that made the export must be in .dev.vars or in the environment.`;

type Options = { folder: string; key: string; keys: string; stateDir: string };

function parseOptions(args: string[]): Options {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { key: { type: "string" }, "evidence-keys": { type: "string" }, state: { type: "string" } },
	});
	const { key, "evidence-keys": keys, state } = values;
	const [folder, ...more] = positionals;
	if (folder === undefined || more.length > 0) throw new Error("Pass one folder");
	if (!key || !keys || !state) throw new Error("Pass --key, --evidence-keys and --state");
	return { folder, key, keys, stateDir: state };
}

/** The Worker itself, because only its classes write objects. */
async function startRuntime(stateDir: string): Promise<Miniflare> {
	// Makes no secret: without those of the exporting service nothing could be read.
	const devVars = ensureDevVars(join(ROOT, ".dev.vars"), [], process.env).values;
	return openRuntime({
		stateDir,
		settings: ({ vars, secrets }) =>
			resolveSettings({ toml: vars, devVars, env: process.env, secrets, url: "http://127.0.0.1:8787" }),
		onLog: (_, message) => process.stderr.write(`${message}\n`),
	});
}

async function requireEmpty(runtime: Miniflare): Promise<void> {
	const database = await runtime.getD1Database("DB");
	const found = await database
		.prepare("SELECT 1 FROM developers UNION ALL SELECT 1 FROM recovery_cases LIMIT 1")
		.first();
	if (found !== null) throw new Error("This state is not empty. Pass a folder that does not exist.");
}

const OBJECTS = { case: "RECOVERY_CASES", account: "ACCOUNTS", endpoint: "WEBHOOK_ENDPOINTS" } as const;

type Restored = { restore(dump: ObjectDump): Promise<boolean> };

async function restorePart(runtime: Miniflare, { name, content }: OpenedPart): Promise<void> {
	const [kind = "", rest = ""] = name.split(/:(.*)/s);
	if (kind === "rows") return restoreRows(runtime, rest.split(":")[0] ?? "", parsed(content));
	if (kind === "document") {
		const bucket = await runtime.getR2Bucket("DOCUMENTS");
		await bucket.put(rest, content);
		return;
	}
	const binding = OBJECTS[kind as keyof typeof OBJECTS];
	if (binding === undefined) throw new Error(`This version does not know the part ${name}.`);
	const namespace = await runtime.getDurableObjectNamespace(binding);
	const object = namespace.getByName(rest) as unknown as Restored;
	if (!(await object.restore(parsed(content)))) throw new Error(`${name} exists already.`);
}

const parsed = <T>(content: Uint8Array): T => JSON.parse(new TextDecoder().decode(content));

async function restoreRows(
	runtime: Miniflare,
	table: string,
	rows: Record<string, unknown>[],
): Promise<void> {
	const database = await runtime.getD1Database("DB");
	const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
	const statements = rows.map((row) => {
		const columns = Object.keys(row);
		const into = `INSERT OR REPLACE INTO ${quoted(table)} (${columns.map(quoted).join(", ")})`;
		return database
			.prepare(`${into} VALUES (${columns.map(() => "?").join(", ")})`)
			.bind(...Object.values(row));
	});
	if (statements.length > 0) await database.batch(statements);
}

await runCommand(USAGE, parseOptions, async (options) => {
	const opened = await openExport(options.folder, options);
	const { table } = opened;
	const lock = await lockState(resolve(options.stateDir), "http://127.0.0.1");
	const runtime = await startRuntime(options.stateDir);
	try {
		await requireEmpty(runtime);
		for (const listed of table.parts) await restorePart(runtime, await opened.open(listed));
	} finally {
		await runtime.dispose();
		lock.release();
	}
	const { parts, rows, objects, documents, bytes } = table.totals;
	process.stdout.write(
		`Restored ${parts} parts with ${bytes} bytes: ${rows} rows, ${objects} objects, ${documents} documents.\nnpm start -- --state ${options.stateDir} serves them.\n`,
	);
	return undefined;
});
