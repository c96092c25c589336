/**
 * Before several tests run `npm start` at the same time, creates what all of them need: the build, the local secrets,
 * and an empty state with every migration applied, which `startService` copies.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildWorker } from "../../../scripts/start/build.ts";
import { ensureDevVars } from "../../../scripts/start/dev-vars.ts";
import { readLocalConfig } from "../../../scripts/start/local-config.ts";
import { migrateState } from "../../../scripts/start/migrate.ts";
import { environment, MIGRATED_STATE } from "./service.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

export default async function prepareStart(): Promise<() => void> {
	const { databases, main, secrets } = readLocalConfig(ROOT);
	ensureDevVars(resolve(ROOT, ".dev.vars"), secrets, environment());
	await buildWorker(ROOT, main, () => {});
	const state = mkdtempSync(join(tmpdir(), "replevin-migrated-"));
	await migrateState(databases, join(state, "v3"));
	process.env[MIGRATED_STATE] = state;
	return () => rmSync(state, { recursive: true });
}
