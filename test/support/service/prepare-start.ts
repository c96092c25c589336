/**
 * Before several tests run `npm start` at the same time, creates what all of them need: the build, the local secrets,
 * and an empty state with every migration applied, which `startService` copies.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildWorker } from "../../../scripts/start/build.ts";
import { prepareState } from "../../../scripts/start/prepare-state.ts";
import { environment, MIGRATED_STATE } from "./service.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

export default async function prepareStart(): Promise<() => void> {
	const state = mkdtempSync(join(tmpdir(), "replevin-migrated-"));
	const { config } = await prepareState(state, environment());
	await buildWorker(ROOT, config.main, () => {});
	process.env[MIGRATED_STATE] = state;
	return () => rmSync(state, { recursive: true });
}
