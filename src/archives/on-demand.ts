/** What only archives and operators' jobs need, as a module of its own. */
export { jobs } from "../operator-jobs/on-demand/wire.ts";
export { README } from "./readme.ts";
export { zipStream } from "./zip-stream.ts";
