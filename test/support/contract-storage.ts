/** For the tests that file the published case, which exists once: no other file's rows, and none left behind. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Empties every binding and brings the schema up again. */
export async function freshStorage(): Promise<void> {
	await reset();
	await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}
