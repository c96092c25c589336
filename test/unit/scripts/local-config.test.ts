// architecture.md "Running it".
// What wrangler makes of wrangler.toml is kept between starts, as long as it is made of the same.
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readLocalConfig } from "../../../scripts/start/local-config.ts";

let root: string;
const configure = (brand: string) =>
	writeFileSync(
		join(root, "wrangler.toml"),
		`name = "x"\nmain = "x.ts"\ncompatibility_date = "2026-10-01"\n[vars]\nBRAND = "${brand}"\n[[kv_namespaces]]\nbinding = "KEYS"\nid = "keys"\n`,
	);
const builds = () => join(root, ".wrangler", "build");
const keptFiles = () => readdirSync(builds()).map((name) => join(builds(), name));

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "replevin-config-"));
	configure("One");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("the same the second time, from what was kept", () => {
	const first = readLocalConfig(root);
	expect(first).toMatchObject({
		name: "x",
		main: join(root, "x.ts"),
		vars: { BRAND: "One" },
		databases: [],
		crons: [],
	});
	expect(first.workerOptions).toMatchObject({ kvNamespaces: { KEYS: { id: "keys" } } });
	const [file = ""] = keptFiles();
	expect(readLocalConfig(root)).toEqual(JSON.parse(readFileSync(file, "utf8")));
	writeFileSync(file, JSON.stringify({ name: "kept" }));
	expect(readLocalConfig(root)).toEqual({ name: "kept" });
});

it.each([
	["wrangler.toml", () => configure("Two")],
	[
		"the assets' headers",
		() => {
			mkdirSync(join(root, "public"));
			writeFileSync(join(root, "public", "_headers"), "/*\n  X: y\n");
		},
	],
])("made anew where %s changed", (_, change) => {
	readLocalConfig(root);
	const [file = ""] = keptFiles();
	writeFileSync(file, JSON.stringify({ name: "kept" }));
	change();
	expect(readLocalConfig(root).name).toBe("x");
});

it("read without a change of the environment that other processes inherit", () => {
	vi.stubEnv("WRANGLER_LOG", undefined);
	const before = { ...process.env };
	readLocalConfig(root);
	expect(process.env).toEqual(before);
	vi.unstubAllEnvs();
});

it("made anew where the machine stopped while it was written", () => {
	const made = readLocalConfig(root);
	const [file = ""] = keptFiles();
	truncateSync(file, 10);
	expect(readLocalConfig(root)).toEqual(made);
	expect(keptFiles()).toEqual([file]);
});

it("holds nothing of .dev.vars", () => {
	writeFileSync(join(root, ".dev.vars"), "SECRET=open-sesame\n");
	readLocalConfig(root);
	for (const file of keptFiles()) expect(readFileSync(file, "utf8")).not.toContain("open-sesame");
});
