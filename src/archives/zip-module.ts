/** Loads `zip-stream.ts`, whose library fills tables for compression when it starts, which takes 4 ms. */
import type { zipStream } from "./zip-stream.ts";

/** Relative to the Worker's entry. Not a literal, which wrangler would bundle into the API's script. */
const MODULE = "./zip.mjs";

const load = (name: string): Promise<{ zipStream: typeof zipStream }> => import(name);

export const loadZip = () => load(MODULE);
