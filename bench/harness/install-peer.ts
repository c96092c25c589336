/** Installs a rival that is measured only occasionally, in its own folder from its own lock file. */
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

/** Installs the locked packages unless they are installed. Runs no package scripts. */
export async function installPeer(directory: string, say: (line: string) => void): Promise<void> {
	const changedAt = (path: string) =>
		statSync(join(directory, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
	// What npm writes last.
	if (changedAt("node_modules/.package-lock.json") > changedAt("package-lock.json")) return;
	say(`installing the packages of ${directory}`);
	const child = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
		cwd: directory,
		stdio: ["ignore", "pipe", "pipe"],
		// On Windows npm is a script, which needs a shell.
		shell: process.platform === "win32",
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	const code = await new Promise((done, fail) => child.on("error", fail).on("close", done));
	if (code !== 0) throw new Error(`npm ci failed in ${directory}:\n${output}`);
}
