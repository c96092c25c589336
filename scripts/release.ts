/** `npm run release -- TAG`: checks whether the repository is ready for a release. It publishes nothing. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { VERSION } from "../src/version.ts";
import { runCommand } from "./command.ts";
import { releaseFaults } from "./docs/release.ts";

const USAGE = `Usage: npm run release -- TAG

Checks whether the repository is ready for the release with this tag, such as v1.2.3: the versions agree, CHANGELOG.md
has the changes under the version with a date, and each migration has its snapshot. It publishes nothing.
docs/releasing.md has all steps.`;

const root = resolve(import.meta.dirname, "..");
const versionIn = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")).version as string;
function parseTag([tag]: string[]): string {
	if (tag === undefined) throw new Error("Pass the tag of the release.");
	return tag;
}

await runCommand(USAGE, parseTag, async (tag) => {
	const manifests = ["package.json", "sdk/package.json"].map((path) => [path, versionIn(path)]);
	const faults = releaseFaults({
		tag,
		changelog: readFileSync(join(root, "CHANGELOG.md"), "utf8"),
		versions: { ...Object.fromEntries(manifests), "src/version.ts": VERSION },
		migrations: execFileSync("git", ["ls-files", "migrations"], { cwd: root, encoding: "utf8" }).split("\n"),
	});
	if (faults.length > 0) throw new Error(faults.join("\n"));
	return `The repository is ready for ${tag}.`;
});
