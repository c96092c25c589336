import { execFileSync } from "node:child_process";

export interface Staged {
	/** Added and changed files, relative to the root. A renamed file is an added and a deleted one. */
	changed: string[];
	deleted: string[];
	/** Changed files that have further changes in the working tree. */
	partly: string[];
}

function git(root: string, args: string[]): string[] {
	const output = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
	return output.split("\0").filter((text) => text !== "");
}

/** Reads the index. git names another index in the environment of a hook, which is then the one read. */
export function readStagedFiles(root: string): Staged {
	const staged = (filter: string) =>
		git(root, ["diff", "--cached", "--name-only", "--no-renames", "-z", `--diff-filter=${filter}`]);
	const changed = staged("AMT");
	const unstaged = new Set(git(root, ["diff", "--name-only", "-z"]));
	return { changed, deleted: staged("D"), partly: changed.filter((file) => unstaged.has(file)) };
}
