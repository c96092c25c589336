/** Loads what works on an operator's job, if there is one. */
import { loadOnDemand, type OnDemand } from "../archives/on-demand-module.ts";
import { maintenanceJobsIn } from "./maintenance-jobs.d1.ts";

export async function ifOpen(
	{ DB }: Pick<Env, "DB">,
	kind: "reindex" | "reseal" | "export",
	work: (jobs: OnDemand["jobs"]) => Promise<void>,
): Promise<void> {
	if (await maintenanceJobsIn(DB, kind).next()) await work((await loadOnDemand()).jobs);
}
