/** The hook that wrangler runs before it bundles, apart from wrangler (architecture.md "Running it"). */
import { spawnSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readLocalConfig } from "../../../scripts/start/local-config.ts";

const REPOSITORY = join(import.meta.dirname, "../../..");

let root: string;
beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), "replevin-hook-"));
	for (const name of ["scripts", "src", "sdk", "docs", "node_modules", "tsconfig.json"])
		symlinkSync(join(REPOSITORY, name), join(root, name));
	// No links, because the hook writes beside them, and npm packs none.
	for (const name of ["public/terms", "public/api", "LICENSE"])
		cpSync(join(REPOSITORY, name), join(root, name), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs the hook in an empty folder, so that anything it writes is seen. */
function hook(command: string, ...options: string[]) {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		["--preserve-symlinks", "--preserve-symlinks-main", ...options, "scripts/wrangler-build.mjs"],
		{ cwd: root, env: { ...process.env, WRANGLER_COMMAND: command }, encoding: "utf8" },
	);
	return { status, stdout, stderr };
}

it.each(["deploy", "types"])("only builds the pages and the package for wrangler %s", (command) => {
	expect(hook(command)).toEqual({ status: 0, stdout: "", stderr: "" });
	for (const built of ["build/pages/pages.mjs", "public/sdk.tgz"])
		expect(existsSync(join(root, built))).toBe(true);
	expect(existsSync(join(root, ".dev.vars"))).toBe(false);
	expect(existsSync(join(root, ".wrangler"))).toBe(false);
});

it("builds the pages anew only if a source or a result has changed", () => {
	const built = join(root, "build/pages/pages.mjs");
	const [before, kept] = [readFileSync(built, "utf8"), statSync(join(root, "build/pages.json"))];
	hook("deploy");
	expect(statSync(join(root, "build/pages.json"))).toEqual(kept);
	writeFileSync(built, "damaged");
	hook("deploy");
	expect(readFileSync(built, "utf8")).toBe(before);
	writeFileSync(join(root, "public/terms/2026-12-01.txt"), "Other terms.");
	hook("deploy");
	expect(readFileSync(built, "utf8")).toContain("2026-12-01");
});

it("says what is needed on a Node that does not run TypeScript", () => {
	const pretend = 'data:text/javascript,Object.defineProperty(process,"version",{value:"v20.20.2"})';
	const { status, stderr } = hook("dev", "--import", pretend);
	expect(status).toBe(1);
	expect(stderr).toContain("needs Node 22.18 or newer; this is v20.20.2");
	expect(stderr).toContain("npm start");
	expect(stderr).not.toContain("    at ");
	expect(existsSync(join(root, ".dev.vars"))).toBe(false);
});

it("serves the address that wrangler dev listens on by default", () => {
	expect(readLocalConfig(REPOSITORY).vars.BASE_URL).toBe("http://localhost:8787");
});
