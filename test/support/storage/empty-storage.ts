/**
 * Files share a runtime one after another, and each begins with every binding empty and the schema in place. What
 * the file before stored is deleted through its objects where they are in memory, and as files otherwise.
 */
import { applyD1Migrations, reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** What runs still is cut off, as by an end of the process. */
export async function emptyStorage(): Promise<void> {
	const witness = env.ACCOUNTS.newUniqueId();
	await runInDurableObject(env.ACCOUNTS.get(witness), () => {});
	await env.STORED_FILES.fetch(`http://stored/${witness}`, { method: "PUT" });
	await reset();
	await env.STORED_FILES.fetch("http://stored/", { method: "DELETE" });
	await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}
