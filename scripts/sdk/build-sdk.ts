/**
 * Builds the npm package in sdk/: scripts for every runtime, with the service's rules bundled in, and declarations.
 * `api-report.txt` is the public surface as text, committed so that a change of it is seen.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { buildTypes } from "./build-types.ts";

const ROOT = join(import.meta.dirname, "../..");
const SDK = join(ROOT, "sdk");
const REPORT = join(SDK, "api-report.txt");

/** The entries of package.json. */
export const ENTRIES = ["index", "webhooks", "signing", "evidence", "archive", "recovery-module"] as const;

const COMMON = {
	bundle: true,
	format: "esm",
	target: "es2022",
	platform: "neutral",
	external: ["@noble/*", "node:*"],
	mainFields: ["module", "main"],
	legalComments: "inline",
	logLevel: "silent",
} as const satisfies BuildOptions;

/** The command imports the package's entries as they are built, in place of a second copy of them. */
const importEntries: Plugin = {
	name: "import-entries",
	setup({ onResolve }) {
		onResolve({ filter: new RegExp(`/src/(?:${ENTRIES.join("|")})\\.ts$`) }, ({ path, importer }) =>
			importer.startsWith(join(SDK, "cli")) && !path.includes("../../../")
				? { path: `./${basename(path, ".ts")}.js`, external: true }
				: undefined,
		);
	},
};

/** Writes the package's files to a folder. */
export async function buildSdk(folder: string): Promise<{ report: string }> {
	const dist = join(folder, "dist");
	rmSync(dist, { recursive: true, force: true });
	// Entries share the classes of errors, or `instanceof` would fail between them.
	const entryPoints = ENTRIES.map((entry) => join(SDK, "src", `${entry}.ts`));
	await build({ ...COMMON, entryPoints, outdir: dist, splitting: true, chunkNames: "shared/[hash]" });
	// The command has no part in these files, so that nothing of it is loaded with them. It is run and never imported, so nobody
	// reads its bundle.
	const command: BuildOptions = {
		entryPoints: [join(SDK, "cli/main.ts")],
		outfile: join(dist, "cli.js"),
		minify: true,
		external: [...COMMON.external, "viem"],
		plugins: [importEntries],
	};
	await build({ ...COMMON, ...command });
	const types = buildTypes(ENTRIES);
	for (const [path, text] of types) {
		mkdirSync(dirname(join(dist, path)), { recursive: true });
		writeFileSync(join(dist, path), text);
	}
	cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
	if (folder !== SDK) {
		cpSync(join(SDK, "README.md"), join(folder, "README.md"));
		writeFileSync(join(folder, "package.json"), publishedManifest());
	}
	return { report: reportOf(types) };
}

/** sdk/ itself is marked private, so that npm never publishes it without what is built. */
function publishedManifest(): string {
	const {
		private: _,
		scripts: __,
		...manifest
	} = JSON.parse(readFileSync(join(SDK, "package.json"), "utf8"));
	return `${JSON.stringify(manifest, null, "\t")}\n`;
}

/** The committed report. */
export const committedReport = () => readFileSync(REPORT, "utf8");

/** Types of the service's rules that an entry exports. Others are reached, but not named by callers. */
const EXPORTED_RULES = ["verify-evidence", "verify-signatures", "faults"].map(
	(name) => `service/protocol/evidence/${name}.d.ts`,
);

/** Without the generated types, which follow from the OpenAPI document, and without comments. */
export function reportOf(types: ReadonlyMap<string, string>): string {
	const isPublic = (path: string) => !/^(?:generated|service)\//.test(path) || EXPORTED_RULES.includes(path);
	const own = [...types].filter(([path]) => isPublic(path)).sort(([a], [b]) => (a < b ? -1 : 1));
	const parts = own.map(([path, text]) => {
		const code = text.replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/^\s*\n/gm, "");
		return `// ${path}\n\n${code}`;
	});
	return `The public surface of @replevin/sdk. Written by \`npm run build -w sdk\`. Do not edit.\n\n${parts.join("\n")}`;
}

if (import.meta.main) {
	const { report } = await buildSdk(SDK);
	writeFileSync(REPORT, report);
}
