/** Prepares a state that is locked: missing secrets in `.dev.vars`, missing migrations. */
import { chmodSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureDevVars } from "./dev-vars.ts";
import { readLocalConfig } from "./local-config.ts";
import { migrateState } from "./migrate.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * @param env has secrets that `.dev.vars` need not have
 * @throws Error that says what is wrong and what to do
 */
export async function prepareState(stateDir: string, env: Record<string, string | undefined>) {
	const config = readLocalConfig(ROOT);
	const { values: devVars, added } = ensureDevVars(join(ROOT, ".dev.vars"), config.secrets, env);
	if (added.length > 0) say(`Wrote random local secrets to .dev.vars: ${added.join(", ")}`);
	// wrangler's own layout. It may have made the folder for all users of the machine.
	const persistRoot = join(stateDir, "v3");
	mkdirSync(persistRoot, { recursive: true });
	chmodSync(persistRoot, 0o700);
	const applied = await migrateState(config.databases, persistRoot);
	if (applied.length > 0) say(`Applied the database migrations ${applied.join(", ")}`);
	return { config, devVars, persistRoot };
}
