/**
 * Prepares a state for `wrangler dev`: missing secrets in `.dev.vars`, missing migrations, and the lock that keeps
 * `npm start` away from the same state. wrangler runs this at its start and after each change of a source.
 */
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readIfThere } from "../files.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { readLocalConfig } from "./local-config.ts";
import { migrateState } from "./migrate.ts";
import { argumentsOf, parentOf, startOf } from "./process-identity.ts";
import { lockState } from "./state-lock.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DEFAULT_STATE = join(ROOT, ".wrangler", "state");
const DEFAULT_PORT = "8787";
const MAX_ANCESTORS = 8;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** @throws Error that says what is wrong and what to do */
export async function prepareDev(): Promise<void> {
	// Files of the state must not be readable by other users.
	process.umask(0o077);
	const wrangler = findWrangler(process.pid);
	const option = (name: string) => optionOf(wrangler?.args ?? [], name);
	const persistTo = option("persist-to");
	const stateDir = persistTo === undefined ? DEFAULT_STATE : resolve(persistTo);
	const config = readLocalConfig(ROOT);
	const { added } = ensureDevVars(join(ROOT, ".dev.vars"), config.secrets, {});
	if (added.length > 0) say(`Wrote random local secrets to .dev.vars: ${added.join(", ")}`);
	mkdirSync(stateDir, { recursive: true });
	if (wrangler) {
		const url = `http://localhost:${option("port") ?? DEFAULT_PORT}`;
		await lockState(stateDir, url, { pid: wrangler.pid, otherState: "npx wrangler dev --persist-to DIR" });
	}
	// A repeated run of the same wrangler must not delay each rebuild.
	const prepared = {
		wrangler: wrangler && [wrangler.pid, startOf(wrangler.pid)],
		migrations: migrationsOf(config),
	};
	const note = join(stateDir, "prepared-for-dev.json");
	if (wrangler && readIfThere(note) === JSON.stringify(prepared)) return;
	const persistRoot = join(stateDir, "v3");
	mkdirSync(persistRoot, { recursive: true });
	chmodSync(persistRoot, 0o700);
	const applied = await migrateState(config.databases, persistRoot);
	if (applied.length > 0) say(`Applied the database migrations ${applied.join(", ")}`);
	writeFileSync(note, JSON.stringify(prepared));
}

/** The wrangler process that runs this one, below shells. Undefined if this system does not tell. */
function findWrangler(from: number): { pid: number; args: string[] } | undefined {
	let pid: number | undefined = from;
	for (let count = 0; count < MAX_ANCESTORS; count++) {
		pid = parentOf(pid);
		if (pid === undefined) return undefined;
		const args = argumentsOf(pid);
		if (args.some((text) => /wrangler-dist[\\/]cli\.js/.test(text))) return { pid, args };
	}
	return undefined;
}

/** The value of `--name value` or `--name=value`. */
function optionOf(args: string[], name: string): string | undefined {
	const at = args.findIndex((text) => text === `--${name}` || text.startsWith(`--${name}=`));
	const text = args[at];
	if (text === undefined) return undefined;
	return text.includes("=") ? text.slice(text.indexOf("=") + 1) : args[at + 1];
}

function migrationsOf({ databases }: { databases: { directory: string }[] }): string[] {
	return databases.flatMap(({ directory }) =>
		readdirSync(directory)
			.filter((name) => name.endsWith(".sql"))
			.sort(),
	);
}
