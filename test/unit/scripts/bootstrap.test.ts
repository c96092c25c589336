import { expect, test } from "vitest";
import { runsTypeScript } from "../../../scripts/bootstrap/find-node.mjs";
import { isInstalled } from "../../../scripts/bootstrap/install.mjs";

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
