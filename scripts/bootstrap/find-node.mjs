/** Finds a Node that runs this repository's TypeScript. Plain JavaScript, because older versions run it. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The first release that strips types without a flag. */
export const NODE_WANTED = "22.18";

/**
 * @param {string} version such as `v24.1.0`
 * @returns {boolean} whether the release strips types without a flag: 22.18, and every one from 23.6
 */
export function runsTypeScript(version) {
	const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
	return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/**
 * This Node if it is new enough, otherwise the packaged Node of this platform.
 * @param {string} root the repository
 * @param {(file: string) => boolean} works tells whether the program starts here; it needs the same C library
 * @returns {string | undefined} the program's path
 */
export function findNode(root, works) {
	if (runsTypeScript(process.version)) return process.execPath;
	const os = process.platform === "win32" ? "win" : process.platform;
	const name = process.platform === "win32" ? "node.exe" : "node";
	const packaged = join(root, "node_modules", `node-${os}-${process.arch}`, "bin", name);
	return existsSync(packaged) && works(packaged) ? packaged : undefined;
}
