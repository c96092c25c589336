import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..", "..");
export const PEERS = join(ROOT, "bench", "peers");
export const RESULTS = join(ROOT, "bench", "results");

/** Builds and states of a run, by default on the disk of a local service. */
export const WORK = join(ROOT, ".wrangler", "bench", String(process.pid));

/**
 * Another place for the states, such as a memory file system. Some file systems take longer to create an object's
 * files than the rest of a case takes, which hides the difference between the sides.
 */
export const STATES = process.env.BENCH_STATES ? resolve(process.env.BENCH_STATES) : join(WORK, "state");
