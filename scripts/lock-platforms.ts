/**
 * Completes package-lock.json for every platform (`npm run lock`). A registry that serves only the binaries of its
 * own platform makes npm omit the others, and `npm ci` then installs tools without their binary on those platforms.
 * Run it after each change of the lock. `--check` fails if anything is missing and writes nothing. An added entry has
 * no hash; npm takes the one that its registry states.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve as resolvePath } from "node:path";
import { type Platform, platformOfPackage } from "./platform-of-package.ts";

export interface LockedPackage {
	os?: Platform["os"];
	cpu?: Platform["cpu"] | undefined;
	libc?: Platform["libc"] | undefined;
	version?: string;
	dev?: boolean;
	optional?: boolean;
	optionalDependencies?: Record<string, string>;
}

export type LockedPackages = Record<string, LockedPackage>;

const LOCK = resolvePath(import.meta.dirname, "../package-lock.json");

/** The entry that Node resolves for `name` from the package at `from`. */
function resolve(packages: LockedPackages, from: string, name: string): LockedPackage | undefined {
	for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
		const found = packages[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
		if (found !== undefined || folder === "") return found;
		if (!folder.includes("/node_modules/")) folder = "";
	}
}

/** The entry at `path`, and every entry that it lacks. */
function missingFor(packages: LockedPackages, path: string): [string, LockedPackage][] {
	const parent = packages[path] ?? {};
	const missing: [string, LockedPackage][] = [];
	for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
		const version = range.replace(/^[~^]/, "");
		const found = resolve(packages, path, name);
		if (found !== undefined && (range !== version || found.version === version)) continue;
		const platform = platformOfPackage(name);
		if (platform === undefined)
			throw new Error(`the platform of ${name} is unknown: add it to platform-of-package.ts`);
		const top = `node_modules/${name}`;
		const place = path === "" || packages[top] === undefined ? top : `${path}/node_modules/${name}`;
		const dev = parent.dev === true ? { dev: true } : {};
		missing.push([
			place,
			{ version, cpu: platform.cpu, ...dev, libc: platform.libc, optional: true, os: platform.os },
		]);
	}
	return missing;
}

/** Copies `packages` in npm's order with an entry for every optional dependency, and lists the added names. */
export function completePlatforms(packages: LockedPackages): { packages: LockedPackages; added: string[] } {
	const complete = { ...packages };
	const added: string[] = [];
	for (const path of Object.keys(packages)) {
		for (const [place, entry] of missingFor(complete, path)) {
			complete[place] = entry;
			added.push(place);
		}
	}
	const sorted = Object.entries(complete).sort(([a], [b]) => a.localeCompare(b, "en"));
	return { packages: Object.fromEntries(sorted), added };
}

/** Entries of a registry that contradict the rule by name. */
export function contradictions(packages: LockedPackages): string[] {
	return Object.entries(packages).flatMap(([path, entry]) => {
		const platform = platformOfPackage(path.slice(path.lastIndexOf("node_modules/") + 13));
		if (entry.os === undefined || platform === undefined) return [];
		const same = (["os", "cpu"] as const).every(
			(key) => String(entry[key] ?? "") === String(platform[key] ?? ""),
		);
		const sameLibc =
			entry.libc === undefined || platform.libc === undefined || entry.libc[0] === platform.libc[0];
		return same && sameLibc ? [] : [path];
	});
}

function main(): void {
	const check = process.argv.includes("--check");
	const lock = JSON.parse(readFileSync(LOCK, "utf8")) as { packages: LockedPackages };
	const { packages, added } = completePlatforms(lock.packages);
	const wrong = contradictions(packages);
	if (wrong.length > 0)
		throw new Error(`the rule in platform-of-package.ts contradicts the lock: ${wrong.join(", ")}`);
	if (JSON.stringify(lock).includes('"resolved":"http'))
		throw new Error("package-lock.json names a registry's address");
	if (added.length === 0) {
		console.log("package-lock.json covers every platform");
		return;
	}
	if (check) {
		process.stderr.write(
			`package-lock.json lacks ${added.length} packages of other platforms: run \`npm run lock\`\n`,
		);
		process.exitCode = 1;
		return;
	}
	// Indented like package.json, as npm does.
	writeFileSync(LOCK, `${JSON.stringify({ ...lock, packages }, undefined, "\t")}\n`);
	console.log(`added to package-lock.json:\n  ${added.join("\n  ")}`);
}

if (import.meta.filename === process.argv[1]) main();
