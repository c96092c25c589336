/**
 * Empties every binding and applies the schema, because test files share a runtime one after another. Objects in
 * memory delete their own storage. The storage of other objects is deleted as files.
 */
import { reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Also aborts what still runs, like an end of the process. */
export async function emptyStorage(): Promise<void> {
	const witness = env.ACCOUNTS.newUniqueId();
	await runInDurableObject(env.ACCOUNTS.get(witness), () => {});
	await env.STORED_FILES.fetch(`http://stored/${witness}`, { method: "PUT" });
	await reset();
	await env.STORED_FILES.fetch("http://stored/", { method: "DELETE" });
	// An earlier file may have left an object running, whose storage file is deleted now. It works until it leaves memory
	// after ten seconds, and is empty then. So reset again.
	await reset();
	await applyMigrations();
}

const TABLE = "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)";

/** In one batch, since a batch for each migration takes three times as long. */
async function applyMigrations(): Promise<void> {
	const { DB, TEST_MIGRATIONS } = env;
	const statements = TEST_MIGRATIONS.flatMap(({ name, queries }) => [
		...queries.map((query) => DB.prepare(query)),
		DB.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
	]);
	await DB.batch([DB.prepare(TABLE), ...statements]);
}
