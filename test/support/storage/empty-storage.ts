/**
 * Empties every binding and applies the schema, because test files share a runtime one after another. Objects in
 * memory delete their own storage. The storage of other objects is deleted as files.
 */
import { applyD1Migrations, reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Also aborts what still runs, like an end of the process. */
export async function emptyStorage(): Promise<void> {
	const witness = env.ACCOUNTS.newUniqueId();
	await runInDurableObject(env.ACCOUNTS.get(witness), () => {});
	await env.STORED_FILES.fetch(`http://stored/${witness}`, { method: "PUT" });
	await reset();
	await env.STORED_FILES.fetch("http://stored/", { method: "DELETE" });
	await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}
