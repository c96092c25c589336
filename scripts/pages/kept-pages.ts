/** Builds the pages, unless that is done. */
import { keptBuild } from "../kept-build.ts";
import type { AssetPaths } from "./build-pages.ts";

const SOURCES = [
	...["src", "sdk/src", "docs", "scripts/pages", "scripts/docs", "public/api", "public/terms"],
	...["scripts/files.ts", "scripts/start/no-module.cjs"],
	...["sdk/README.md", "README.md", "CHANGELOG.md", "tsconfig.json", "package-lock.json"],
];

/** @returns a file's path from the origin, by the name that pages know it by */
export function buildPages(root: string): Promise<AssetPaths> {
	return keptBuild(root, {
		sources: SOURCES,
		results: ["build/pages", "public/assets"],
		record: "build/pages.json",
		make: async () => (await import("./build-pages.ts")).makePages(root),
	});
}
