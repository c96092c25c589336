/** Finds a Node that runs this repository's TypeScript as it is. Plain JavaScript: it runs on older ones. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The first release that strips types without a flag. */
export const NODE_WANTED = "22.18";

/**
 * @param {string} version such as `v24.1.0`
 * @returns {boolean} whether that release runs TypeScript without a flag: 22.18, and every one from 23.6
 */
export function runsTypeScript(version) {
	const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
	return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/**
 * This Node if it is new enough, else the one that was installed as a package for this platform.
 *
 * @param {string} root the repository
 * @param {(file: string) => boolean} works whether that program starts here (another C library: it does not)
 * @returns {string | undefined} the program's path
 */
export function findNode(root, works) {
	if (runsTypeScript(process.version)) return process.execPath;
	const os = process.platform === "win32" ? "win" : process.platform;
	const name = process.platform === "win32" ? "node.exe" : "node";
	const packaged = join(root, "node_modules", `node-${os}-${process.arch}`, "bin", name);
	return existsSync(packaged) && works(packaged) ? packaged : undefined;
}
