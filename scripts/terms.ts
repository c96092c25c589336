// Writes src/estates/agreement/agreement-versions.ts from public/terms: `node scripts/terms.ts`. With `--check` it
// writes nothing and fails where the committed list is another than the one the files give.
// What was published stays: neither way does it let a version change, disappear, or come before an older one. One
// that nobody has been served yet can be changed after it is taken out of the list by hand.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AGREEMENT_VERSIONS } from "../src/estates/agreement/agreement-versions.ts";
import { sha256Hex } from "../src/kernel/sha256.ts";

type Version = { readonly version: string; readonly documentHash: string };

const root = join(import.meta.dirname, "..");
const termsFolder = join(root, "public/terms");
const LIST = "src/estates/agreement/agreement-versions.ts";
/** A day, so that the versions' order is that of their names. */
const FILE = /^(\d{4}-\d{2}-\d{2})\.txt$/;
/** Lines end alike on every machine, whatever git or an editor makes of them: the hash is of these very bytes. */
const CARRIAGE_RETURN = 13;

/**
 * The versions that the files of a folder give, oldest first.
 * @throws Error for a file that is not of the form
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

/** What was done to a published version, one sentence each. */
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

/** The list as it is committed. */
export function renderList(versions: readonly Version[]): string {
	const entries = versions.map(
		({ version, documentHash }) =>
			`\t{\n\t\tversion: "${version}",\n\t\tdocumentHash: "${documentHash}",\n\t},\n`,
	);
	return [
		"// Made by `node scripts/terms.ts` from public/terms; versions are added and never changed.\n",
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
		fail(`${LIST} is not what public/terms gives. Run \`node scripts/terms.ts\` and commit it.`);
	}
}
