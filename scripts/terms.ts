// Writes src/estates/agreement/agreement-versions.ts from public/terms: `npm run generate`. `--check` fails if
// the committed list differs and writes nothing. A published version can never change, disappear or be preceded by a
// new one. To change a version that nobody has been served yet, remove it from the list by hand first.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AGREEMENT_VERSIONS } from "../src/estates/agreement/agreement-versions.ts";
import { sha256Hex } from "../src/kernel/crypto/sha256.ts";

type Version = { readonly version: string; readonly documentHash: string };

const root = join(import.meta.dirname, "..");
const termsFolder = join(root, "public/terms");
const LIST = "src/estates/agreement/agreement-versions.ts";
/** A day, so that versions sort by name. */
const FILE = /^(\d{4}-\d{2}-\d{2})\.txt$/;
/** Line ends must not depend on git or an editor, because the hash covers these bytes. */
const CARRIAGE_RETURN = 13;

/**
 * The versions in a folder, oldest first.
 * @throws Error for a malformed file
 */
export function versionsIn(folder: string): Version[] {
	const names = readdirSync(folder).sort();
	return names.map((name) => {
		const version = FILE.exec(name)?.[1];
		if (version === undefined) throw new Error(`public/terms/${name}: a version is named YYYY-MM-DD.txt`);
		const bytes = readFileSync(join(folder, name));
		if (bytes.includes(CARRIAGE_RETURN)) throw new Error(`public/terms/${name}: has lines that end in CR LF`);
		return { version, documentHash: sha256Hex(bytes) };
	});
}

/** The violations of published versions, one sentence each. */
export function problemsWith(published: readonly Version[], present: readonly Version[]): string[] {
	return published.flatMap(({ version, documentHash }, i) => {
		const found = present.find((other) => other.version === version);
		if (!found) return [`${version} was published and is gone`];
		if (found.documentHash !== documentHash) return [`${version} was published and has changed`];
		return present[i]?.version === version
			? []
			: [`${version} was published before what now comes before it`];
	});
}

export function renderList(versions: readonly Version[]): string {
	const entries = versions.map(
		({ version, documentHash }) =>
			`\t{\n\t\tversion: "${version}",\n\t\tdocumentHash: "${documentHash}",\n\t},\n`,
	);
	return [
		"// Made by `npm run generate` from public/terms; versions are added and never changed.\n",
		"/** Every published version of the terms, oldest first, with the SHA-256 of its bytes. */\n",
		`export const AGREEMENT_VERSIONS = [\n${entries.join("")}] as const;\n`,
	].join("");
}

function fail(message: string): void {
	process.stderr.write(`${message}\n`);
	process.exitCode = 1;
}

if (import.meta.main) {
	const versions = versionsIn(termsFolder);
	const problems = problemsWith(AGREEMENT_VERSIONS, versions);
	const list = renderList(versions);
	if (problems.length > 0) {
		fail(`public/terms: ${problems.join("; ")}. Put it back, and publish changes as a new version.`);
	} else if (!process.argv.includes("--check")) {
		writeFileSync(join(root, LIST), list);
	} else if (readFileSync(join(root, LIST), "utf8") !== list) {
		fail(`${LIST} is not what public/terms gives. Run \`npm run generate\` and commit it.`);
	}
}
