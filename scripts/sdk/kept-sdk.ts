/**
 * Packs the SDK, unless that is done. Every service offers the package at `/sdk.tgz`, so that `npm install` needs neither
 * the repository nor a registry.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWhole } from "../files.ts";
import { keptBuild } from "../kept-build.ts";

const SOURCES = [
	...[
		"sdk/src",
		"sdk/cli",
		"sdk/package.json",
		"sdk/README.md",
		"sdk/tsconfig.json",
		"src/kernel",
		"src/protocol",
	],
	...["scripts/sdk", "scripts/files.ts", "scripts/bootstrap/install.mjs"],
	...["LICENSE", "tsconfig.json", "package-lock.json"],
];
const FILE = "public/sdk.tgz";

export function buildSdkFile(root: string): Promise<string> {
	const make = () => packInto(join(root, FILE));
	return keptBuild(root, { sources: SOURCES, results: [FILE], record: "build/sdk.json", make });
}

async function packInto(file: string): Promise<string> {
	const { packSdk } = await import("./pack-sdk.ts");
	const folder = mkdtempSync(join(tmpdir(), "sdk-file-"));
	try {
		writeWhole(file, readFileSync(await packSdk(folder)));
		return file;
	} finally {
		rmSync(folder, { recursive: true });
	}
}
