import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export type Wrangler = typeof import("wrangler");

/** Calls wrangler's API, without its messages about secrets found in files and in the environment. */
export function withQuietWrangler<T>(use: (wrangler: Wrangler) => T): T {
	const level = process.env.WRANGLER_LOG;
	process.env.WRANGLER_LOG = level ?? "error";
	try {
		return use(require("wrangler"));
	} finally {
		// Processes that this one starts would inherit the level.
		if (level === undefined) delete process.env.WRANGLER_LOG;
	}
}
