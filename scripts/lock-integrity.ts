/** The hashes of a lock file: npm installs no package whose bytes have another one. */
import { spawnSync } from "node:child_process";
import { npmCommand } from "./bootstrap/install.mjs";

interface HashedPackage {
	version?: string;
	integrity?: string;
	link?: boolean;
	resolved?: string;
}

/** SHA-512 in base64. npm also accepts SHA-1, which can be forged. */
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

export const nameOf = (path: string): string =>
	path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * The paths of packages that npm would install without comparing a SHA-512. The path "" is the project itself. A path
 * outside of node_modules is a workspace, and a link leads to one: npm installs neither.
 */
export function unverified(packages: Record<string, HashedPackage>): string[] {
	return Object.entries(packages)
		.filter(([path, { integrity = "", link }]) => {
			const isWorkspace = !path.includes("node_modules/") || leadsToWorkspace(packages, path, link);
			return !isWorkspace && !SHA512.test(integrity);
		})
		.map(([path]) => path);
}

/** Only a workspace that the lock file names: any other link could lead npm anywhere. */
function leadsToWorkspace(packages: Record<string, HashedPackage>, path: string, link = false): boolean {
	const { resolved = "" } = packages[path] ?? {};
	return link && resolved in packages && !resolved.includes("node_modules/");
}

/** The hash that the registry states for this version, or `undefined` if the registry does not have it. */
export function statedIntegrity(name: string, version: string): string | undefined {
	const npm = npmCommand();
	const { stdout } = spawnSync(npm.file, [...npm.args, "view", `${name}@${version}`, "dist.integrity"], {
		encoding: "utf8",
		shell: npm.shell ?? false,
	});
	const stated = (stdout ?? "").trim();
	return SHA512.test(stated) ? stated : undefined;
}
