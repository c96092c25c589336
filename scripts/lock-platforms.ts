/**
 * Completes package-lock.json for every platform (`npm run lock`). A registry that serves only the binaries of its
 * own platform makes npm omit the others, and `npm ci` then installs tools without their binary on those platforms.
 * Run it after each change of the lock. `--check` fails if a package or a hash is missing and writes nothing (ADR 66).
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nameOf, statedIntegrity, unverified } from "./lock-integrity.ts";
import { type Platform, platformOfPackage } from "./platform-of-package.ts";

export interface LockedPackage {
	os?: Platform["os"];
	cpu?: Platform["cpu"] | undefined;
	libc?: Platform["libc"] | undefined;
	version?: string;
	integrity?: string;
	dev?: boolean;
	optional?: boolean;
	optionalDependencies?: Record<string, string>;
}

export type LockedPackages = Record<string, LockedPackage>;

const ROOT = join(import.meta.dirname, "..");
const LOCK = "package-lock.json";

/** The project's lock file, and those of the benchmarks' rivals. */
export const lockFiles = (): string[] =>
	globSync([LOCK, `bench/peers/*/${LOCK}`], { cwd: ROOT }).map((path) => path.replaceAll("\\", "/"));

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
		const platform = platformOfPackage(nameOf(path));
		if (entry.os === undefined || platform === undefined) return [];
		const same = (["os", "cpu"] as const).every(
			(key) => String(entry[key] ?? "") === String(platform[key] ?? ""),
		);
		const sameLibc =
			entry.libc === undefined || platform.libc === undefined || entry.libc[0] === platform.libc[0];
		return same && sameLibc ? [] : [path];
	});
}

/** Takes missing hashes from the registry. Returns the packages for which it states none. */
function completeIntegrity(packages: LockedPackages): string[] {
	return unverified(packages).filter((path) => {
		const entry = packages[path];
		const integrity = statedIntegrity(nameOf(path), entry?.version ?? "");
		if (entry !== undefined && integrity !== undefined) packages[path] = { ...entry, integrity };
		return integrity === undefined;
	});
}

interface Lock {
	packages: LockedPackages;
}

/** What is wrong with the lock file at `path`, below the root of the repository. */
export function problemsOf(path: string, text: string): string[] {
	const { packages } = JSON.parse(text) as Lock;
	const unhashed = unverified(packages);
	const added = path === LOCK ? completePlatforms(packages).added : [];
	const wrong = contradictions(packages);
	return [
		...(added.length > 0
			? [`lacks packages of other platforms (run \`npm run lock\`): ${added.join(", ")}`]
			: []),
		...(unhashed.length > 0 ? [`has no SHA-512 of ${unhashed.join(", ")}: see ADR 66`] : []),
		...(wrong.length > 0 ? [`contradicts the rule in platform-of-package.ts: ${wrong.join(", ")}`] : []),
		...(/"resolved":\s*"http/.test(text) ? ["names a registry's address"] : []),
	].map((problem) => `${path} ${problem}`);
}

function check(): void {
	const problems = lockFiles().flatMap((path) => problemsOf(path, readFileSync(join(ROOT, path), "utf8")));
	if (problems.length > 0) process.exitCode = 1;
	console.log(problems.join("\n") || "every lock file has a hash of each package, of every platform");
}

function complete(): void {
	const lock = JSON.parse(readFileSync(join(ROOT, LOCK), "utf8")) as Lock;
	const { packages, added } = completePlatforms(lock.packages);
	const unhashed = completeIntegrity(packages);
	// Indented like package.json, as npm does.
	writeFileSync(join(ROOT, LOCK), `${JSON.stringify({ ...lock, packages }, undefined, "\t")}\n`);
	if (added.length > 0) console.log(`added to ${LOCK}:\n  ${added.join("\n  ")}`);
	if (unhashed.length === 0) return;
	process.exitCode = 1;
	console.error(
		`The registry states no hash of these packages. Choose a version of which it has every platform (ADR 66):\n  ${unhashed.join("\n  ")}`,
	);
}

if (import.meta.filename === process.argv[1]) (process.argv.includes("--check") ? check : complete)();
