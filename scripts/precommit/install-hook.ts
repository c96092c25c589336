import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const MARKER = "# Installed by: npm run precommit -- --install";

/** git runs hooks in the root of the working tree. A branch without the command commits unchecked. */
const HOOK = `#!/bin/sh
${MARKER}
# Delete this file to uninstall it.
[ -f scripts/precommit.ts ] || exit 0
exec node scripts/bootstrap.mjs precommit
`;

function isOverwritable(file: string): boolean {
	const stats = lstatSync(file, { throwIfNoEntry: false });
	return stats === undefined || (stats.isFile() && readFileSync(file, "utf8").includes(MARKER));
}

/**
 * Writes the pre-commit hook into the folder in which git looks for hooks; all worktrees of a repository share it.
 *
 * @returns the hook's path
 * @throws if there is a pre-commit hook that this command did not write
 */
export function installHook(root: string): string {
	const hooks = execFileSync("git", ["rev-parse", "--git-path", "hooks"], { cwd: root, encoding: "utf8" });
	const folder = resolve(root, hooks.trim());
	const file = join(folder, "pre-commit");
	if (!isOverwritable(file)) {
		throw new Error(
			`${file} exists and was not installed by this command. Nothing was changed. To check staged files in it, ` +
				"add the line: node scripts/bootstrap.mjs precommit",
		);
	}
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, HOOK);
	chmodSync(file, 0o755);
	return file;
}
