// sdk.md "The package".
// Service and SDK have one version, and a release needs it in the tag and in CHANGELOG.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { releaseFaults } from "../../../scripts/docs/release.ts";
import { VERSION } from "../../../src/version.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const manifest = (path: string) => JSON.parse(read(path)) as { version: string };

const GOOD =
	"# Changelog\n\n## [Unreleased]\n\n## [1.10.0] - 2026-12-01\n\n### Added\n\n- x\n\n## [1.9.0] - 2026-11-30\n";

describe("a release", () => {
	const state = {
		tag: "v1.10.0",
		changelog: GOOD,
		versions: { "package.json": "1.10.0" },
		migrations: [
			"migrations/0000_schema.sql",
			"migrations/meta/0000_snapshot.json",
			"migrations/meta/_journal.json",
		],
	};

	it("has one version for the service and the SDK", () => {
		expect(
			new Set([manifest("package.json").version, manifest("sdk/package.json").version, VERSION]).size,
		).toBe(1);
		expect(releaseFaults(state)).toEqual([]);
	});

	it.each([
		["a tag that is no version", { tag: "1.10.0" }, "1.10.0 is no tag of a release, such as v1.2.3"],
		[
			"another version in a file",
			{ versions: { "src/version.ts": "1.9.0" } },
			"src/version.ts has the version 1.9.0",
		],
		["a version without an entry", { tag: "v2.0.0" }, "CHANGELOG.md has no section [2.0.0] with a date"],
		[
			"changes that are not moved into the section",
			{ changelog: GOOD.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- z\n") },
			"CHANGELOG.md has no empty section [Unreleased]",
		],
		[
			"a migration without its snapshot",
			{ migrations: [...state.migrations, "migrations/0001_more.sql"] },
			"migrations/meta/0001_snapshot.json is not committed",
		],
	])("is stopped by %s", (_, change, fault) => {
		expect(releaseFaults({ ...state, ...change })).toContain(fault);
	});
});
