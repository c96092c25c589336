// architecture.md "Running it".
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runsTypeScript } from "../../../scripts/bootstrap/find-node.mjs";
import { installIfNeeded, isInstalled } from "../../../scripts/bootstrap/install.mjs";

test.each([
	["v20.20.2", false],
	["v22.17.9", false],
	["v22.18.0", true],
	["v23.5.0", false],
	["v23.6.0", true],
	["v24.0.0", true],
])("%s runs TypeScript: %s", (version, expected) => expect(runsTypeScript(version)).toBe(expected));

test("installed means: every package of the lock in its version, other platforms' ones apart", () => {
	const wanted = {
		"": {},
		sdk: { version: "1.0.0" },
		"node_modules/@replevin/sdk": { link: true },
		"node_modules/a": { version: "1.0.0" },
		"node_modules/b": { version: "1.0.0", optional: true },
	};
	expect(isInstalled(wanted, undefined)).toBe(false);
	expect(isInstalled(wanted, { "node_modules/a": { version: "1.0.0" } })).toBe(true);
	expect(isInstalled(wanted, { "node_modules/a": { version: "0.9.0" } })).toBe(false);
	expect(isInstalled(wanted, { "node_modules/b": { version: "1.0.0" } })).toBe(false);
	expect(
		isInstalled(wanted, { "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "2.0.0" } }),
	).toBe(false);
});

test("nothing is installed through a link, which leads into somebody else's tree", async () => {
	const folder = mkdtempSync(join(tmpdir(), "replevin-link-"));
	// In place of npm, so that a failing test empties nothing.
	vi.stubEnv("npm_execpath", join(folder, "npm-cli.js"));
	try {
		const [theirs, root] = [join(folder, "theirs"), join(folder, "root")];
		for (const directory of [theirs, root]) mkdirSync(directory);
		writeFileSync(join(theirs, "kept"), "");
		symlinkSync(theirs, join(root, "node_modules"), "junction");
		writeFileSync(join(folder, "npm-cli.js"), 'require("node:fs").writeFileSync("npm-ran", "")');
		const lock = { packages: { "node_modules/a": { version: "1.0.0" } } };
		writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
		await expect(installIfNeeded(root)).rejects.toThrow(/node_modules is a link to another directory/);
		expect(existsSync(join(root, "npm-ran"))).toBe(false);
		expect(existsSync(join(theirs, "kept"))).toBe(true);
	} finally {
		vi.unstubAllEnvs();
		rmSync(folder, { recursive: true });
	}
});
