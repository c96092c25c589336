/** `npm run release -- TAG`: checks whether the repository is ready for a release. It publishes nothing. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { VERSION } from "../src/version.ts";
import { releaseFaults } from "./docs/release.ts";

const USAGE = `Usage: npm run release -- TAG

Checks whether the repository is ready for the release with this tag, such as v1.2.3: the versions agree, and
CHANGELOG.md has the changes under the version with a date. It publishes nothing. docs/releasing.md has all steps.`;

const root = resolve(import.meta.dirname, "..");
const versionIn = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")).version as string;
const [tag] = process.argv.slice(2);

if (tag === undefined || tag === "--help") {
	console.log(USAGE);
	process.exitCode = tag === undefined ? 2 : 0;
} else {
	const manifests = ["package.json", "sdk/package.json"].map((path) => [path, versionIn(path)]);
	const faults = releaseFaults({
		tag,
		changelog: readFileSync(join(root, "CHANGELOG.md"), "utf8"),
		versions: { ...Object.fromEntries(manifests), "src/version.ts": VERSION },
	});
	for (const fault of faults) console.error(fault);
	if (faults.length === 0) console.log(`The repository is ready for ${tag}.`);
	process.exitCode = faults.length === 0 ? 0 : 1;
}
