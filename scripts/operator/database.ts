/**
 * Gives operators access to the D1 database: of a state directory in its own runtime, even while the service runs, or
 * of the deployment through wrangler. wrangler takes statements as text only, so every value goes through `sqlText`.
 */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { readLocalConfig } from "../start/local-config.ts";
import { outputOf, runWrangler } from "../wrangler.ts";
import type { Target } from "./options.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const BINDING = "DB";

const resultSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

export type Row = Record<string, unknown>;

/** Quotes a text value for a statement. */
export function sqlText(text: string): string {
	if (text.includes("\0")) throw new Error("a value must not have a NUL character");
	return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Runs statements in order and returns the rows of each.
 * @throws Error with the message of the database or wrangler
 */
export async function executeSql(target: Target, statements: readonly string[]): Promise<Row[][]> {
	const result = target.kind === "remote" ? await askRemote(statements) : await askLocal(target, statements);
	return resultSchema.parse(result).map(({ results }) => results);
}

async function askLocal({ stateDir }: { stateDir: string }, statements: readonly string[]) {
	const persistRoot = resolve(stateDir, "v3");
	if (!existsSync(join(persistRoot, "d1"))) {
		throw new Error(
			`There is no service's state in ${stateDir}. Start the service once (npm start), or say where its state is: --state DIR`,
		);
	}
	// Other users of the machine must not read the state, as with `npm start`.
	process.umask(0o077);
	const { databases } = readLocalConfig(ROOT);
	const { openDatabases } = await import("../start/migrate.ts");
	const runtime = openDatabases(databases, persistRoot);
	try {
		const database = await runtime.getD1Database(BINDING);
		return await retryWhileBusy(() =>
			database.batch(statements.map((statement) => database.prepare(statement))),
		);
	} catch (error) {
		throw new Error(
			`The database query failed:\n\n${error instanceof Error ? error.message : String(error)}`,
		);
	} finally {
		await runtime.dispose();
	}
}

async function askRemote(statements: readonly string[]): Promise<unknown> {
	const command = statements.join("; ");
	const ran = await runWrangler(["d1", "execute", BINDING, "--remote", "--json", "--command", command]);
	if (ran.code === 0) return JSON.parse(ran.stdout);
	throw new Error(`The database query failed. Output of wrangler:\n\n${outputOf(ran)}`);
}

/** Repeats a query of the local database while the service writes to it. */

/** D1 reports a concurrent writer either as SQLite's lock or, between two statements, as a missing commit token. */
const BUSY = /database is locked|SQLITE_BUSY|failed to get session commit token/i;

const ATTEMPTS = 5;
const WAIT_MS = 500;

/** @throws the last error, if every attempt met another writer, or at once an error of another kind */
export async function retryWhileBusy<T>(query: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await query();
		} catch (error) {
			if (attempt === ATTEMPTS || !BUSY.test(String(error))) throw error;
		}
		await new Promise((done) => setTimeout(done, waitMs));
	}
}
