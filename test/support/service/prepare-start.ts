/** Creates the build and the local secrets once, before several tests run `npm start` at the same time. */
import { resolve } from "node:path";
import { buildWorker } from "../../../scripts/start/build.ts";
import { ensureDevVars } from "../../../scripts/start/dev-vars.ts";
import { readLocalConfig } from "../../../scripts/start/local-config.ts";
import { environment } from "./service.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

export default async function prepareStart(): Promise<void> {
	const { main, secrets } = readLocalConfig(ROOT);
	ensureDevVars(resolve(ROOT, ".dev.vars"), secrets, environment());
	await buildWorker(ROOT, main, () => {});
}
