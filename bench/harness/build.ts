/**
 * Builds a Worker like `wrangler deploy`. Both sides of every pair are built the same way, so that neither gains from
 * another bundler or from extra modules.
 */
import { relative } from "node:path";
import { unstable_readConfig } from "wrangler";
import { buildFolder } from "../../scripts/start/build.ts";
import { ROOT } from "./paths.ts";

export type Build = {
	/** The wrangler configuration that it was built from. */
	config: string;
	/** Its entry, relative to the repository. */
	main: string;
	directory: string;
};

/**
 * @param config a wrangler configuration
 * @param main an entry that replaces the configuration's
 */
export async function build(
	config: string,
	main = unstable_readConfig({ config }).main ?? "",
): Promise<Build> {
	const entry = relative(ROOT, main);
	const directory = await buildFolder(ROOT, entry, () => {}, relative(ROOT, config));
	return { config, main: entry, directory };
}
