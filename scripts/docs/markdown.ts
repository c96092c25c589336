/** Checks Markdown documents: links, npm scripts and files of the repository that a document names must exist. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Every Markdown document of the repository that is written for people, relative to the root. */
export function listDocuments(root: string): string[] {
	return globSync(["*.md", "docs/**/*.md", "sdk/*.md"], { cwd: root })
		.map((path) => path.replaceAll("\\", "/"))
		.sort();
}

export const withoutCodeBlocks = (text: string) => text.replace(/^(```|~~~)[\s\S]*?^\1[^\S\n]*$/gm, "");

const toAnchor = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, "")
		.trim()
		.replaceAll(" ", "-");

/** The headings of a document, without their marks. */
export const headingsOf = (text: string): string[] =>
	[...withoutCodeBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? "");

/** The anchors of a document's headings. A repeated heading has a number behind its anchor, as on GitHub. */
export function anchorsOf(text: string): Set<string> {
	const anchors = new Set<string>();
	for (const heading of headingsOf(text)) {
		const anchor = toAnchor(heading);
		let unique = anchor;
		for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
		anchors.add(unique);
	}
	return anchors;
}

/** Targets of the links in a text: `[text](target)`. */
export const linksIn = (text: string): string[] =>
	[...withoutCodeBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? "");

/** Whether the link in the document leads to a file, and to a heading if it names one. Web addresses are not asked. */
export function isBrokenLink(root: string, document: string, link: string): boolean {
	if (/^(https?|mailto):/.test(link)) return false;
	const [file = "", anchor] = link.split("#");
	const target = join(root, file === "" ? document : join(dirname(document), file));
	if (!existsSync(target)) return true;
	return anchor !== undefined && !anchorsOf(readFileSync(target, "utf8")).has(anchor);
}

const findBrokenLinks = (root: string, document: string, text: string) =>
	linksIn(text)
		.filter((link) => isBrokenLink(root, document, link))
		.map((link) => `the link ${link} leads nowhere`);

function findUnknownScripts(root: string, text: string): string[] {
	const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	return [...text.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)]
		.filter(([command, name]) => command.includes(" run ") || name === "start" || name === "test")
		.filter(([, name = ""]) => !(name in scripts))
		.map(([command]) => `${command} is no script of package.json`);
}

const findMissingFiles = (root: string, text: string) =>
	[...text.matchAll(/`((?:src|test|scripts|durable|docs|bench|migrations|public|wasm)\/[\w./-]*)`/g)]
		.map(([, file = ""]) => file)
		.filter((file) => !existsSync(join(root, file)))
		.map((file) => `there is no ${file}`);

/** @returns what is wrong with a document, a sentence each, with the document's name */
export function checkDocument(root: string, document: string): string[] {
	const text = readFileSync(join(root, document), "utf8");
	return [
		...findBrokenLinks(root, document, text),
		...findUnknownScripts(root, text),
		...findMissingFiles(root, text),
	].map((problem) => `${document}: ${problem}`);
}
