/**
 * Makes the file that npm publishes. `npm pack -w sdk` would leave `dist` out, because this repository lets no script of a
 * package run (`.npmrc`), and npm would not complain.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmCommand } from "../bootstrap/install.mjs";
import { buildSdk, ENTRIES } from "./build-sdk.ts";

type Packed = { filename: string; files: { path: string }[] };

const NEEDED = [
	...ENTRIES.flatMap((entry) => [`dist/${entry}.js`, `dist/${entry}.d.ts`]),
	...["dist/cli.js", "package.json", "README.md", "LICENSE"],
];

/** Builds and packs. @returns the path of the file, which is in `destination` */
export async function packSdk(destination: string): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), "sdk-pack-"));
	try {
		await buildSdk(folder);
		return packFolder(folder, destination);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** @throws Error if the folder is not the whole package */
export function packFolder(folder: string, destination: string): string {
	const npm: { file: string; args: string[]; shell?: boolean } = npmCommand();
	const args = [...npm.args, "pack", "--json", "--ignore-scripts", "--pack-destination", destination];
	const ran = spawnSync(npm.file, args, { cwd: folder, encoding: "utf8", shell: npm.shell ?? false });
	if (ran.status !== 0) throw new Error(`npm pack failed:\n${ran.error?.message ?? ran.stderr}`);
	const [packed] = Object.values(JSON.parse(ran.stdout)) as Packed[];
	if (packed === undefined) throw new Error("npm pack made no file.");
	const file = join(destination, packed.filename);
	const missing = NEEDED.filter((path) => !packed.files.some((one) => one.path === path));
	if (missing.length === 0) return file;
	rmSync(file);
	throw new Error(`The package would lack ${missing.join(", ")}. No file was made.`);
}
