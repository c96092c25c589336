/**
 * The files of pdf.js that browsers load for the viewer (docs/design/hosted-app.md "Documents beside a case"), as the
 * package has them: its worker, the decoders of scans without WebAssembly, fonts, character maps, and their licences.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { VIEWER_DECODERS, VIEWER_WORKER } from "../../src/web/viewer-names.ts";

const PACKAGE = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** The lock file has the SHA-512 of this version, so its files never change. */
export const { version: VIEWER_VERSION } = JSON.parse(
	readFileSync(join(PACKAGE, "package.json"), "utf8"),
) as { version: string };

/** Which files of a folder of the package are served. */
const SERVED: readonly (readonly [folder: string, isServed: (name: string) => boolean])[] = [
	["", (name) => name === "LICENSE"],
	["build", (name) => name === VIEWER_WORKER],
	["wasm", (name) => DECODERS.has(name) || /^LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)$/.test(name)],
	["standard_fonts", (name) => /\.(?:pfb|ttf)$|^LICENSE_/.test(name)],
	["cmaps", (name) => /\.bcmap$|^LICENSE$/.test(name)],
];
const DECODERS: ReadonlySet<string> = new Set(VIEWER_DECODERS);

/** @returns contents by name */
export function viewerFiles(): Map<string, Uint8Array> {
	const files = new Map<string, Uint8Array>();
	for (const [folder, isServed] of SERVED) {
		for (const name of readdirSync(join(PACKAGE, folder)).filter(isServed)) {
			const unique = name === "LICENSE" && folder !== "" ? `LICENSE_${folder.toUpperCase()}` : name;
			files.set(unique, readFileSync(join(PACKAGE, folder, name)));
		}
	}
	return files;
}
