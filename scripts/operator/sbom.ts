/** The software bill of materials of a build: every locked package with its SHA-512, in CycloneDX form. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { npmCommand } from "../bootstrap/install.mjs";

/** Without the workspaces, because the SDK is no part of a deployed Worker. */
const ARGUMENTS = [
	...["sbom", "--package-lock-only", "--workspaces=false"],
	...["--sbom-format=cyclonedx", "--sbom-type=application"],
];

/** @returns the file's path */
export function writeSbom(root: string, file = join(root, "dist", "sbom.cdx.json")): string {
	const { args, ...npm } = npmCommand();
	const text = execFileSync(npm.file, [...args, ...ARGUMENTS], {
		cwd: root,
		shell: npm.shell ?? false,
		encoding: "utf8",
		maxBuffer: 64 * 2 ** 20,
		stdio: ["ignore", "pipe", "ignore"],
	});
	const sbom = JSON.parse(text) as { metadata: { component: { name: string } } };
	// npm names the project by its folder.
	const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string };
	sbom.metadata.component.name = name;
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(sbom, undefined, "\t")}\n`);
	return file;
}
