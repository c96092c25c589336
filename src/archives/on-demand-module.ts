/** Loads `on-demand.ts`, which an isolate needs for an archive, or for a job of the operator. */
import type { jobs } from "../operator-jobs/on-demand/wire.ts";
import type { ZippedFile } from "./zip-stream.ts";

export type OnDemand = {
	README: string;
	zipStream(files: Iterable<ZippedFile>, modifiedAt: number): ReadableStream<Uint8Array>;
	jobs: typeof jobs;
};

/** Relative to the Worker's entry. Not a literal, which wrangler would bundle into the API's script. */
const MODULE = "./archives.mjs";

const load = (name: string): Promise<OnDemand> => import(name);

export const loadOnDemand = () => load(MODULE);
