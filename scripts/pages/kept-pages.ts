/**
 * Builds the pages once per state of their sources. Every start, test run and command of wrangler builds them, and
 * loading the libraries that make them takes longer than the rest of a start.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, readIfThere, writeWhole } from "../files.ts";
import type { AssetPaths } from "./build-pages.ts";

/** Every input, relative to the root. */
const SOURCES = [
	...["src", "sdk/src", "docs", "scripts/pages", "public/api", "public/terms"],
	...["sdk/README.md", "README.md", "CHANGELOG.md", "tsconfig.json", "package-lock.json"],
];
const RESULTS = ["build/pages", "public/assets"];
const RECORD = "build/pages.json";

type Kept = { sources: string; results: string; paths: AssetPaths };

/** @returns a file's path from the origin, by the name that pages know it by */
export async function buildPages(root: string): Promise<AssetPaths> {
	const sources = hashOf(root, SOURCES);
	const kept = readKept(root);
	if (kept?.sources === sources && kept.results === hashOf(root, RESULTS)) return kept.paths;
	const { makePages } = await import("./build-pages.ts");
	const paths = await makePages(root);
	const made: Kept = { sources, results: hashOf(root, RESULTS), paths };
	writeWhole(join(root, RECORD), JSON.stringify(made));
	return paths;
}

/** The contents of all files, and their names. */
function hashOf(root: string, names: readonly string[]): string {
	const hash = createHash("sha256");
	for (const name of names) {
		for (const file of filesBelow(join(root, name)))
			hash
				.update(`${file.slice(root.length)}\0`)
				.update(readFileSync(file))
				.update("\0");
	}
	return hash.digest("hex");
}

function readKept(root: string): Kept | undefined {
	const text = readIfThere(join(root, RECORD));
	try {
		return text === undefined ? undefined : (JSON.parse(text) as Kept);
	} catch {
		// The machine stopped while the file was being written.
		return undefined;
	}
}
