/**
 * Makes files once per state of their sources. Every start, test run and command of wrangler needs them, and loading the
 * libraries that make them takes longer than the rest of a start.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, readIfThere, writeWhole } from "./files.ts";

type Kept<T> = { sources: string; results: string; made: T };

type Build<T> = {
	/** Every input and every output, relative to the root. */
	sources: readonly string[];
	results: readonly string[];
	/** The file that remembers both. */
	record: string;
	make: () => Promise<T>;
};

/** @returns the JSON value that `make` has returned */
export async function keptBuild<T>(root: string, build: Build<T>): Promise<T> {
	const sources = hashOf(root, build.sources);
	const record = join(root, build.record);
	const kept = readKept<T>(record);
	if (kept?.sources === sources && kept.results === hashOf(root, build.results)) return kept.made;
	const made = await build.make();
	const now: Kept<T> = { sources, results: hashOf(root, build.results), made };
	writeWhole(record, JSON.stringify(now));
	return made;
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

function readKept<T>(record: string): Kept<T> | undefined {
	const text = readIfThere(record);
	try {
		return text === undefined ? undefined : (JSON.parse(text) as Kept<T>);
	} catch {
		// The machine stopped while the file was being written.
		return undefined;
	}
}
