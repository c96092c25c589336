/**
 * Builds the hosted app (docs/design/hosted-app.md): its server module, which the Worker loads when a page is first
 * requested, and the scripts and styles of browsers, whose names hold a hash of their contents.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { contentName } from "../../src/web/app/developers/docs/content-name.ts";
import { VIEWER_WORKER } from "../../src/web/viewer-names.ts";
import { codeBlocksOf } from "../docs/code-blocks.ts";
import { isUnfinished, writeWhole } from "../files.ts";
import { guidePages } from "./guides/guides.ts";
import { leakedPasswords } from "./leaked-passwords.ts";
import { referencePages } from "./reference/reference-pages.ts";
import { searchEntries } from "./search/entries.ts";
import type { ListedPage, StaticPage } from "./static-page.ts";
import type { ListedText, StaticText } from "./static-text.ts";
import { guideTexts } from "./texts/guide-texts.ts";
import { llmsText } from "./texts/llms.ts";
import { VIEWER_VERSION, viewerFiles } from "./viewer-files.ts";

/** `base_dir` in wrangler.toml: wrangler uploads what lies here as modules of their own. */
const MODULES = "build/pages";
const ICON = "icon.svg";
const ASSETS = "public/assets/app";
/** Only the pages' module reads these files. `.txt`, because the assets redirect from names that end with `.html`. */
const STATIC_PAGES = "public/assets/docs";
/** A folder for each version, because pdf.js asks for its files by their own names. */
const VIEWER = "public/assets/viewer";
const SEARCH_INDEX = "/developers/search.json";

/** The readers of authenticators' certificates, half of the passkeys' module: "none" is the attestation that is asked for. */
const OF_CERTIFICATES = [
	...["@peculiar/x509", "@peculiar/asn1-x509-post-quantum", "@peculiar/asn1-android", "@peculiar/asn1-rsa"],
	"reflect-metadata",
];

const COMMON = {
	bundle: true,
	minify: true,
	format: "esm",
	target: "es2024",
	charset: "ascii",
	legalComments: "none",
	write: false,
	logLevel: "silent",
} as const satisfies BuildOptions;

/** A file's path from the origin, by the name that pages know it by. */
export type AssetPaths = Record<string, string>;

/** Writes only what has changed, so that several builds at a time disturb nobody. */
export async function makePages(root: string): Promise<AssetPaths> {
	const web = join(root, "src/web");
	const viewer = `/assets/viewer/${VIEWER_VERSION}/`;
	const [scripts, styles] = await Promise.all([
		bundled(entriesOf(join(web, "browser"), ".ts"), {
			tsconfig: join(web, "browser/tsconfig.json"),
			define: { VIEWER_FILES: JSON.stringify(viewer) },
			legalComments: "eof",
		}),
		bundled(entriesOf(join(web, "styles"), ".css"), {}),
	]);
	const icon = { name: ICON, contents: new Uint8Array(readFileSync(join(web, ICON))) };
	const files = [...scripts, ...styles, icon].map(({ name, contents }) => {
		const hash = hashOf(contents);
		const [stem = "", extension = ""] = name.split(".");
		return { name, file: `${stem}-${hash}.${extension}`, contents };
	});
	writeFolder(join(root, ASSETS), new Map(files.map(({ file, contents }) => [file, contents])));
	writeVersion(join(root, VIEWER), VIEWER_VERSION, viewerFiles());
	const paths = {
		...Object.fromEntries(files.map(({ name, file }) => [name, `/assets/app/${file}`])),
		[VIEWER_WORKER]: `${viewer}${VIEWER_WORKER}`,
	};
	const contents = writeContents(root);
	const define = {
		ASSET_PATHS: paths,
		TERMS: publishedTerms(root),
		CONTENTS_VERSION: contents.version,
		STATIC_PAGES: contents.pages,
		STATIC_TEXTS: contents.texts,
		WEBHOOK_RECEIVER: webhookReceiver(root),
	};
	const [pages] = await bundled([join(web, "app/pages.ts")], {
		define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
		jsx: "automatic",
		jsxImportSource: "hono/jsx",
		external: ["node:*", "cloudflare:*"],
	});
	if (!pages) throw new Error("the pages have no entry");
	const [webauthn] = await bundled([join(root, "src/developers/passkeys/webauthn.ts")], {
		alias: Object.fromEntries(
			OF_CERTIFICATES.map((name) => [name, join(root, "scripts/start/no-module.cjs")]),
		),
	});
	if (!webauthn) throw new Error("the checks of passkeys have no entry");
	const [passwords] = await bundled([join(root, "src/developers/passwords/listed-passwords.ts")], {
		define: { LISTED_PASSWORDS: JSON.stringify(leakedPasswords()) },
		external: ["node:*"],
	});
	if (!passwords) throw new Error("the list of passwords has no entry");
	const [zip] = await bundled([join(root, "src/archives/zip-stream.ts")], {});
	if (!zip) throw new Error("the writer of archives has no entry");
	const modules = [
		["pages.mjs", pages.contents],
		["webauthn.mjs", webauthn.contents],
		["zip.mjs", zip.contents],
		["passwords.mjs", passwords.contents],
	] as const;
	writeFolder(join(root, MODULES), new Map(modules));
	return paths;
}

/** Every page of docs-pages.md, in the order of the rail. */
const staticPages = (root: string): StaticPage[] => [...guidePages(root), ...referencePages(root)];

/** Files for programs: docs-pages.md "Texts for programs". */
const staticTexts = (root: string, pages: readonly StaticPage[]): StaticText[] => [
	...guideTexts(root),
	llmsText(pages),
	{ path: SEARCH_INDEX, type: "application/json", text: JSON.stringify(searchEntries(pages)) },
];

/** The files of all contents, whose names have one version, so that the Worker needs no name of each. */
function writeContents(root: string): { version: string; pages: ListedPage[]; texts: ListedText[] } {
	const pages = staticPages(root);
	const texts = staticTexts(root, pages);
	const contents = [
		...pages.flatMap(({ path, html, sections = [] }) => [
			{ path, text: html },
			...sections.flatMap(({ anchor, html: text }) => (text ? [{ path: `${path}/${anchor}`, text }] : [])),
		]),
		...texts,
	];
	const encode = (text: string) => new TextEncoder().encode(text);
	const version = hashOf(encode(JSON.stringify(contents)));
	const files = new Map(
		contents.map(({ path, text }) => [contentName(path, version), encode(text)] as const),
	);
	if (files.size < contents.length) throw new Error("two contents of the pages have one file name");
	writeFolder(join(root, STATIC_PAGES), files);
	return {
		version,
		pages: pages.map(({ html: _, entries: __, sections = [], ...page }) => ({
			...page,
			sections: sections.map(({ html, ...section }) => ({ ...section, ...(html && { isPage: true }) })),
		})),
		texts: texts.map(({ text: _, ...listed }) => listed),
	};
}

/** The program of the quick start that receives webhooks. */
function webhookReceiver(root: string): string {
	const blocks = codeBlocksOf(readFileSync(join(root, "docs/guides/quick-start.md"), "utf8"));
	const found = blocks.find(({ code }) => code.startsWith("// receive.mjs\n"));
	if (found === undefined) throw new Error("the quick start has no receive.mjs");
	return found.code;
}

const hashOf = (contents: Uint8Array): string =>
	createHash("sha256").update(contents).digest("hex").slice(0, 16);

/** Newest first. The hash is that of the bytes, which owners sign. */
function publishedTerms(root: string): { version: string; sha256: string }[] {
	const folder = join(root, "public/terms");
	const names = readdirSync(folder).sort().reverse();
	return names.map((name) => ({
		version: basename(name, ".txt"),
		sha256: `0x${createHash("sha256")
			.update(readFileSync(join(folder, name)))
			.digest("hex")}`,
	}));
}

/** The files directly in a folder; files in its folders are imported by them. */
function entriesOf(folder: string, extension: string): string[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith(extension))
		.map((name) => join(folder, name));
}

async function bundled(
	entryPoints: string[],
	options: BuildOptions,
): Promise<{ name: string; contents: Uint8Array }[]> {
	const { outputFiles } = await build({ ...COMMON, ...options, entryPoints, outdir: "/", write: false });
	return outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
}

function writeFolder(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
	mkdirSync(folder, { recursive: true });
	for (const [name, contents] of files) {
		const file = join(folder, name);
		if (existsSync(file) && Buffer.compare(readFileSync(file), contents) === 0) continue;
		writeWhole(file, contents);
	}
	for (const name of readdirSync(folder)) {
		if (!files.has(name) && !isUnfinished(name)) rmSync(join(folder, name), { force: true });
	}
}

/** Writes the files of this version, and removes those of others. */
function writeVersion(folder: string, version: string, files: ReadonlyMap<string, Uint8Array>): void {
	writeFolder(join(folder, version), files);
	for (const name of readdirSync(folder)) {
		if (name !== version) rmSync(join(folder, name), { recursive: true, force: true });
	}
}
