import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..", "..");
export const PEERS = join(ROOT, "bench", "peers");
export const RESULTS = join(ROOT, "bench", "results");

/** Builds and states of a run; on the disk that a local service uses, not in a memory file system. */
export const WORK = join(ROOT, ".wrangler", "bench", String(process.pid));
