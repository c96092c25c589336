/**
 * Applies D1 migrations with wrangler's own bookkeeping (table `d1_migrations`), so that `npm start` and `wrangler d1
 * migrations apply --local` can alternate on one state. Each file and its entry are one transaction.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { generationRefusal } from "../../src/db/generation.ts";
import { readDatabaseFile } from "./database-file.ts";
import { splitSql } from "./local-config.ts";
import { localOptions } from "./runtime.ts";

type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT UNIQUE,
	applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

const filesIn = (directory: string): string[] =>
	existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".sql")) : [];

/** Applies the missing files of `directory`, oldest first, and returns their names. */
export async function applyMigrations(database: Database, directory: string): Promise<string[]> {
	await database.prepare(TABLE).run();
	const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
	const applied = new Set(results.map(({ name }) => name));
	const pending = filesIn(directory)
		.filter((name) => !applied.has(name))
		.sort();
	const texts = pending.map((name) => readFileSync(join(directory, name), "utf8"));
	for (const [at, statements] of (texts.length > 0 ? splitSql(texts) : []).entries()) {
		const name = pending[at] ?? "";
		const entry = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
		try {
			await database.batch([...statements.map((statement) => database.prepare(statement)), entry]);
		} catch (error) {
			throw new Error(`Migration ${name} could not be applied: ${(error as Error).message}`);
		}
	}
	return pending;
}

/** Undefined if no build has migrated the database yet. */
async function readGeneration(database: Database): Promise<number | undefined> {
	const table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_generation'";
	if ((await database.prepare(table).first()) === null) return undefined;
	const row = "SELECT generation FROM schema_generation WHERE id = 1";
	return (await database.prepare(row).first<number>("generation")) ?? undefined;
}

type Databases = { binding: string; id: string; directory: string }[];

/** False if a runtime has to look. */
function isKnownCurrent({ id, directory }: Databases[number], persistRoot: string): boolean {
	const facts = readDatabaseFile(id, persistRoot);
	return (
		facts !== null &&
		generationRefusal(facts.generation) === undefined &&
		filesIn(directory).every((name) => facts.applied.has(name))
	);
}

/** A runtime with nothing but the databases of a state. */
export function openDatabases(databases: Databases, persistRoot: string): Miniflare {
	const d1Databases = Object.fromEntries(databases.map(({ binding, id }) => [binding, id]));
	return new Miniflare(
		localOptions({
			persistRoot,
			workers: [{ modules: true, script: "export default {}", d1Databases }],
			onLog: (_, message) => {
				// A clash with the running service reaches the caller as a rejection, who repeats the query.
				if (!message.includes("SQLITE_BUSY")) process.stderr.write(`${message}\n`);
			},
		}),
	);
}

/**
 * Migrates before the service runs, so that the Worker, its alarms and its queues never meet an older schema.
 * @throws Error if this build does not serve the state, which stays as it is
 */
export async function migrateState(databases: Databases, persistRoot: string): Promise<string[]> {
	if (databases.every((database) => isKnownCurrent(database, persistRoot))) return [];
	const runtime = openDatabases(databases, persistRoot);
	try {
		const applied: string[] = [];
		for (const { binding, directory } of databases) {
			const database = await runtime.getD1Database(binding);
			const refusal = generationRefusal(await readGeneration(database));
			if (refusal !== undefined) throw new Error(refusal);
			applied.push(...(await applyMigrations(database, directory)));
		}
		return applied;
	} finally {
		await runtime.dispose();
	}
}
