import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..", "..");
export const PEERS = join(ROOT, "bench", "peers");
export const RESULTS = join(ROOT, "bench", "results");

/** Builds and states of a run; by default on the disk that a local service uses. */
export const WORK = join(ROOT, ".wrangler", "bench", String(process.pid));

/**
 * Elsewhere for the states alone, say a memory file system: some file systems take longer to create an
 * object's files than everything else about a case takes, and hide the difference between the sides.
 */
export const STATES = process.env.BENCH_STATES ? resolve(process.env.BENCH_STATES) : join(WORK, "state");
